// node_modules/preact/dist/preact.mjs
var e, t, n, r, i, a, o, s, c, l, u, d = Symbol.for("pv"), f = {}, p = [], m = /^m(i|n|o|s|text|space)$/, h = Array.isArray, g = p.slice, _ = Object.assign;
function v(e) {
	e && e.parentNode && e.remove();
}
function y(e, t, n) {
	var r, i, a, o = {}, s = arguments.length;
	for (a in t) a == "key" ? r = t[a] : a == "ref" && typeof e != "function" ? i = t[a] : o[a] = t[a];
	return s > 2 && (o.children = s > 3 ? g.call(arguments, 2) : n), b(e, o, r, i, null);
}
function b(n, r, i, a, o) {
	var s = {
		type: n,
		props: r,
		key: i,
		ref: a,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: d,
		__v: o || ++t,
		__i: -1,
		__u: 0
	};
	return !o && e.vnode && e.vnode(s), s;
}
function x(e) {
	return e.children;
}
function S(e, t) {
	this.props = e, this.context = t, this.__g = 0;
}
function C(e, t) {
	if (t == null) return e.__ && C(e.__, e.__i + 1);
	for (var n; t < e.__k.length; t++) if ((n = e.__k[t]) && n.__e) return n.__e;
	return typeof e.type != "function" || e.props.__P ? null : C(e);
}
function w(t) {
	var n, r = t.__v, i = r.__e, a = [], o = [], s = t.__P;
	s && ((n = _({ constructor: d }, r)).__v = r.__v + 1, e.vnode && e.vnode(n), ie(s, n, r, t.__n, s.namespaceURI, 32 & r.__u ? [i] : null, a, i || C(r), 32 & r.__u, o), n.__v = r.__v, n.__.__k[n.__i] = n, j(a, n, o), r.__ = r.__e = null, n.__e != i && T(n));
}
function T(e) {
	if ((e = e.__) && e.__c && !e.props.__P) return e.__e = null, e.__k.some(function(t) {
		return t && (e.__e = t.__e);
	}), T(e);
}
function E(t) {
	(8 & t.__g || (t.__g |= 8, r.push(t), a++)) && i == e.debounceRendering || ((i = e.debounceRendering) || queueMicrotask)(D);
}
function D() {
	try {
		for (var e, t = 1; r.length;) r.length > t && r.sort(o), e = r.shift(), t = r.length, 8 & e.__g && w(e);
	} finally {
		(a = r.length) && (i || queueMicrotask)(D);
	}
}
function O(e, t, n, r, i, a, o, s, c, l, u) {
	var d, m, h, g, _, v, y = r.__k || p, b = t.length;
	for (c = k(n, t, y, c, b), d = 0; d < b; d++) (h = n.__k[d]) != null && (m = ~h.__i && y[h.__i] || f, h.__i = d, v = ie(e, h, m, i, a, o, s, c, l, u), g = h.__e, (m.ref != h.ref || 8 & m.__u) && (m.ref && N(m.ref, null, h, m), h.ref && u.push(h.ref, h.__c || g, h)), _ ||= g, 4 & h.__u ? (c = ee(h, c, e, !m.__v), m.__e && (m.__e = null)) : typeof h.type == "function" && v !== void 0 ? c = v : g && (c = g.nextSibling), h.__u &= -21);
	return n.__e = _, c;
}
function k(e, t, n, r, i) {
	var a, o, s, c, l, u, f, p, m, g = n.length, _ = g, v = 0, y = 0, S = e.__k = Array(i);
	for (a = 0; a < i; a++) (o = t[a]) != null && typeof o != "boolean" && typeof o != "function" ? (typeof o != "object" || o.constructor === String ? o = S[a] = b(null, o) : h(o) ? o = S[a] = b(x, { children: o }) : o.constructor === d && o.__b ? o = S[a] = b(o.type, o.props, o.key, o.ref, o.__v) : S[a] = o, c = a + v, o.__ = e, o.__b = e.__b + 1, s = null, ~(l = o.__i = A(o, n, c, _)) && (_--, (s = n[l]) && (s.__u |= 2)), s && s.__v ? (o.__u |= 16, l == c - 1 ? v-- : l == c + 1 ? v++ : l != c && (l > c ? v-- : v++, y = 1)) : (~l || (i > g ? v-- : i < g && v++), typeof o.type != "function" && (o.__u |= 4))) : S[a] = null;
	if (y) {
		for (u = [], f = [], a = 0; a < i; a++) if ((o = S[a]) && 16 & o.__u) {
			for (v = 0, p = u.length; v < p;) u[m = v + p >> 1] < o.__i ? v = m + 1 : p = m;
			u[v] = o.__i, f[a] = v + 1;
		}
		for (v = u.length; a--;) f[a] && (f[a] == v ? v-- : S[a].__u |= 4);
	}
	if (_) for (a = 0; a < g; a++) !(s = n[a]) || 2 & s.__u || (s.__e == r && (r = C(s)), se(s, s));
	return r;
}
function ee(e, t, n, r) {
	var i, a, o, s;
	if (typeof e.type == "function") {
		if (e.props.__P) return t;
		if (i = e.__k) for (a = 0; a < i.length; a++) i[a] && (i[a].__ = e, t = ee(i[a], t, n, !1));
		return t;
	}
	for (t && !t.parentNode && (t = C(e)) && !t.parentNode && (t = null), o = e.__e, s = t; s && s.nodeType == 8;) s = s.nextSibling;
	for (o != s && (!r && n.moveBefore && o.parentNode ? n.moveBefore(o, t) : n.insertBefore(o, t || null)), t = o; (t &&= t.nextSibling) && t.nodeType == 8 && !t.data.startsWith("$s"););
	return t;
}
function A(e, t, n, r) {
	var i, a = e.key, o = e.type, s = t[n], c = s && !(2 & s.__u);
	if (s === null && a == null || c && a == s.key && o == s.type) return n;
	if (r > +!!c) {
		for (i = n - 1; i >= 0; i--) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
		for (i = n + 1; i < t.length; i++) if ((s = t[i]) && !(2 & s.__u) && a == s.key && o == s.type) return i;
	}
	return -1;
}
function te(e, t, n) {
	n ??= "", t[0] == "-" ? e.setProperty(t, n) : e[t] = n;
}
function ne(e, t, n, r, i) {
	var a, o;
	if (t == "style") {
		if (typeof n == "string") e.style.cssText = n;
		else {
			if (typeof r == "string" && (e.style.cssText = r = ""), r) for (t in r) n && t in n || te(e.style, t);
			if (n) for (t in n) r && n[t] == r[t] || te(e.style, t, n[t]);
		}
	} else if (t[0] == "o" && t[1] == "n") typeof n != "function" && (n = null), typeof r != "function" && (r = null), (e.__e ||= {})[t] = n, n && r || (o = u[t] || (u[t] = re(t)), (e.__a ||= {})[t] = l, a = t != (t = t.replace(c, "$1")), (t = t.slice(2))[0] < "a" && (t = t.toLowerCase()), n ? e.addEventListener(t, o, a) : e.removeEventListener(t, o, a));
	else {
		if (i == "http://www.w3.org/2000/svg") t = t.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
		else if (t != "width" && t != "height" && t != "href" && t != "list" && t != "form" && t != "tabIndex" && t != "download" && t != "rowSpan" && t != "colSpan" && t != "role" && t != "popover" && t in e) try {
			e[t] = n ?? "";
			return;
		} catch {}
		if (typeof n == "function") return;
		n == null || !1 === n && t[4] != "-" ? e.removeAttribute(t) : e.setAttribute(t, t == "popover" && n == 1 ? "" : n);
	}
}
function re(t) {
	return function(n) {
		var r = this.__e;
		if (r) {
			if (r = r[t], n[s] == null) n[s] = l++;
			else if (n[s] < this.__a[t]) return;
			return r(e.event ? e.event(n) : n);
		}
	};
}
function ie(t, n, r, i, a, o, s, c, l, u) {
	var f, m, g, y, b, w, T, E, D, k, ee, A, te, ne, re, ie, j, N, F = n.type;
	if (n.constructor !== d) return null;
	128 & r.__u && (l = 32 & r.__u, f = r.__c.__z) && (n.__u |= l, m = o = [], f.nodeType == 8 ? c = ae(f, o) : o.push(f), c = o[0] || c), (f = e.__b) && f(n);
	n: if (typeof F == "function") {
		g = s.length;
		try {
			if (E = n.props, D = (f = F.prototype) && f.render, k = (f = F.contextType) && i[f.__c], ee = f ? k ? k.props.value : f.__ : i, (y = r.__c) ? (n.__c = y, 2 & y.__g && (y.__g |= 1)) : (D ? n.__c = y = new F(E, ee) : (n.__c = y = new S(E, ee), y.constructor = F, y.render = P), k && k.sub(y), y.state || (y.state = {}), y.__n = i, y.__g |= 8, y.__h = [], y.__k = []), D && (y.__s || (y.__s = y.state), F.getDerivedStateFromProps && (y.__s == y.state && (y.__s = _({}, y.__s)), _(y.__s, F.getDerivedStateFromProps(E, y.__s)))), b = y.props, w = y.state, y.__v = n, r.__c) {
				if (E !== b && D && !F.getDerivedStateFromProps && y.componentWillReceiveProps && y.componentWillReceiveProps(E, ee), n.__v == r.__v && !(8 & y.__g) || !(4 & y.__g) && y.shouldComponentUpdate && !1 === y.shouldComponentUpdate(E, y.__s, ee)) {
					n.__v != r.__v && (y.props = E, y.state = y.__s, y.__g &= -9), n.__e = r.__e, n.__k = r.__k, n.__k.some(function(e) {
						e && (e.__ = n);
					}), p.push.apply(y.__h, y.__k), y.__k = [], y.__h.length && s.push(y), c = C(r);
					break n;
				}
				y.componentWillUpdate && y.componentWillUpdate(E, y.__s, ee), D && y.componentDidUpdate && y.__h.push(function() {
					y.componentDidUpdate(b, w, T);
				});
			} else D && !F.getDerivedStateFromProps && y.componentWillMount && y.componentWillMount(), D && y.componentDidMount && y.__h.push(y.componentDidMount);
			y.context = ee, y.props = E, y.__P = t, y.__g &= -5, A = e.__r, te = D ? 25 : 0;
			do
				y.__g &= -9, A && A(n), f = y.render(y.props, y.state = y.__s, y.context);
			while (8 & y.__g && ++te < 25);
			D && (p.push.apply(y.__h, y.__k), y.__k = []), y.state = y.__s, y.getChildContext && (i = _({}, i, y.getChildContext())), D && r.__c && y.getSnapshotBeforeUpdate && (T = y.getSnapshotBeforeUpdate(b, w)), ne = f && f.type === x && f.key == null ? f.props.children : f, E.__P && (f = c, a = (t = E.__P).namespaceURI, l = o = null, r.props && r.props.__P != t && (r.__k.some(function(e) {
				e && se(e, e);
			}), r.__k = null), c = r.__k ? C(r, 0) : null), c = O(t, h(ne) ? ne : [ne], n, r, i, a, o, s, c, l, u), E.__P && (n.__e = null, c = f), n.__u &= -161, m && m.some(v), y.__h.length && s.push(y), 1 & y.__g && (y.__g &= -4);
		} catch (t) {
			if (s.length = g, n.__v = null, l || o) {
				if (t && t.then) {
					if (n.__u |= 128 | l, o) {
						for (~(j = o.indexOf(c || void 0)) || (j = o.length); (N = o[j - 1]) && N.nodeType == 8;) j--;
						for (; j < o.length; j++) if (N = o[j]) {
							if (o[j] = null, re) {
								if (N == ie) break;
							} else {
								if (N.nodeType != 8) break;
								N.data.startsWith("$s") && (ie = ae(re = N));
							}
						}
					}
					if (!re) {
						for (; c && c.nodeType == 8 && c.nextSibling;) c = c.nextSibling;
						re = c;
					}
					(f = ae(re = n.__c.__z || (n.__c.__z = re))) ? (n.__e = re, c = f) : n.__e = c, c &&= c.nextSibling;
				} else o && o.some(v);
			} else n.__e = r.__e;
			n.__k ||= r.__k || [], t && t.then || oe(n), e.__e(t, n, r);
		}
	} else c = n.__e = M(r.__e, n, r, i, a, o, s, l, u, t);
	return (f = e.diffed) && f(n), c;
}
function ae(e, t) {
	if (e && e.nodeType == 8 && e.data.startsWith("$s")) for (var n = 1; e = e.nextSibling;) {
		if (e.nodeType == 8) {
			if (e.data.startsWith("$s")) n++;
			else if (e.data.startsWith("/$s") && !--n) return e;
		}
		t && t.push(e);
	}
}
function oe(e) {
	e && (e.__c && (e.__c.__g |= 4), e.__k && e.__k.some(oe));
}
function j(t, n, r) {
	for (var i = 0; i < r.length;) N(r[i++], r[i++], r[i++]);
	e.__c && e.__c(n, t), t.some(function(n) {
		try {
			t = n.__h, n.__h = [], t.some(function(e) {
				e.call(n);
			});
		} catch (t) {
			e.__e(t, n.__v);
		}
	});
}
function M(t, n, r, i, a, o, s, c, l, u) {
	var d, p, _, y, b, x, S, w, T = r.props || f, E = n.props, D = n.type;
	if (D == "svg" ? a = "http://www.w3.org/2000/svg" : D == "math" ? a = "http://www.w3.org/1998/Math/MathML" : a ||= "http://www.w3.org/1999/xhtml", o) {
		for (d = 0; d < o.length; d++) if ((b = o[d]) && (D ? b.localName == D : b.nodeType == 3)) {
			t = b, o[d] = null;
			break;
		}
	}
	if (!t) {
		if (w = u.ownerDocument || document, !D) return w.createTextNode(E);
		t = w.createElementNS(a, D, E.is ? E : u), c &&= (e.__m && e.__m(n, o), !1), o = null;
	}
	if (D) {
		if (u = D == "template" && t.content || t, o = D == "textarea" && E.defaultValue != null ? null : o && g.call(u.childNodes), !c && o) for (T = {}, d = 0; d < t.attributes.length; d++) T[(b = t.attributes[d]).name] = b.value;
		for (d in T) b = T[d], d == "dangerouslySetInnerHTML" ? _ = b : d == "children" || d in E || d == "value" && "defaultValue" in E || d == "checked" && "defaultChecked" in E || ne(t, d, null, b, a);
		for (d in E) b = E[d], d == "children" ? y = b : d == "dangerouslySetInnerHTML" ? p = b : d == "value" ? x = b : d == "checked" ? S = b : c && typeof b != "function" || T[d] === b || ne(t, d, b, T[d], a);
		p ? (c || _ && (p.__html == _.__html || p.__html == t.innerHTML) || (t.innerHTML = p.__html), n.__k = []) : (_ && (t.textContent = ""), (D == "foreignObject" || a == "http://www.w3.org/1998/Math/MathML" && m.test(D)) && (a = "http://www.w3.org/1999/xhtml"), O(u, h(y) ? y : [y], n, r, i, a, o, s, o ? o[0] : r.__k && C(r, 0), c, l), o && o.some(v)), c && D != "textarea" || (d = "value", D == "progress" && x == null ? t.removeAttribute(d) : x == null || x === t[d] && (D != "progress" || x) || ne(t, d, x, T[d], a), d = "checked", S != null && S != t[d] && ne(t, d, S, T[d], a));
	} else T === E || c && t.data == E || (t.data = E);
	return t;
}
function N(t, n, r, i) {
	try {
		typeof t == "function" ? n ? n.__x = t(n) || 1 : (i &&= i.__c || i.__e) && (n = i.__x) && (i.__x = null, typeof n == "function" ? n() : t(null)) : t.current = n;
	} catch (t) {
		e.__e(t, r);
	}
}
function se(t, n, r) {
	var i, a, o, s;
	if (e.unmount && e.unmount(t), !(i = t.ref) || i.current && i.current != t.__e || N(i, null, n, t), i = t.__c) {
		if (i.componentWillUnmount) try {
			i.componentWillUnmount();
		} catch (t) {
			e.__e(t, n);
		}
		i.__P = i.__n = null;
	}
	if (i = t.__k) for (s = 0; s < i.length; s++) i[s] && se(i[s], n, typeof t.type != "function" || r && !t.props.__P);
	!r && (i = t.__c) && (i = i.__z) && (a = ae(i, o = [])) && (i == t.__e && o.some(v), v(a), v(i)), r || v(t.__e), t.__e = t.__c = t.__ = null;
}
function P(e, t, n) {
	return this.constructor(e, n);
}
function F(t, n) {
	var r, i, a, o;
	e.__ && e.__(t, n), n.nodeType == 9 && (n = n.documentElement), i = (r = t && 32 & t.__u) ? null : n.__k, n.__k = b(x, { children: [t] }), a = [], o = [], ie(n, n.__k, i || f, f, n.namespaceURI, i ? null : n.firstChild ? g.call(n.childNodes) : null, a, i ? i.__e : n.firstChild, r, o), j(a, n.__k, o), n.__k.props.children = null;
}
e = { __e: function(e, t, n, r) {
	for (var i, o, s; t = t.__;) if ((i = t.__c) && !(1 & i.__g)) {
		i.__g |= 4;
		try {
			if ((s = (o = i.constructor) && o.getDerivedStateFromError) && i.setState(o.getDerivedStateFromError(e)), i.componentDidCatch && (i.componentDidCatch(e, r || {}), s = 1), s && 8 & i.__g) return void (i.__g |= 2);
		} catch (t) {
			e = t;
		}
	}
	throw a = 0, e;
} }, t = 0, n = function(e) {
	return e != null && e.constructor === d;
}, S.prototype.setState = function(e, t) {
	var n = this.__s;
	n && n != this.state || (n = this.__s = _({}, this.state)), typeof e == "function" && (e = e(_({}, n), this.props)), e && (_(n, e), this.__v && (t && this.__k.push(t), E(this)));
}, S.prototype.forceUpdate = function(e) {
	this.__v && (this.__g |= 4, e && this.__h.push(e), E(this));
}, S.prototype.render = x, r = [], a = 0, o = function(e, t) {
	return e.__v.__b - t.__v.__b;
}, s = Symbol(), c = /(PointerCapture)$|Capture$/i, l = 0, u = {};
// node_modules/preact/hooks/dist/hooks.mjs
var ce, le, ue, de, fe = Object.is, pe = 0, me = [], he = [], I = e, ge = I.__b, _e = I.__r, ve = I.diffed, ye = I.__c, be = I.unmount, xe = I.__;
function Se(e, t) {
	I.__h && I.__h(le, e, pe || t), pe = 0;
	var n = le.__H || (le.__H = {
		__: [],
		__h: []
	});
	return e >= n.__.length && n.__.push({}), n.__[e];
}
function L(e, t) {
	var n = Se(ce++, 3);
	!I.__s && Ae(n.__H, t) && (n.__P = !0, n.__ = e, n.u = t, le.__H.__h.push(n));
}
function R(e) {
	return pe = 5, Ce(function() {
		return { current: e };
	}, []);
}
function Ce(e, t) {
	var n = Se(ce++, 7);
	return Ae(n.__H, t) && (n.__ = e(), n.__H = t), n.__;
}
function we() {
	var e;
	do {
		for (; e = he.shift();) try {
			Oe(e);
		} catch (t) {
			I.__e(t, { __: (e = e.__P) && e.__v });
		}
		for (; e = me.shift();) {
			var t = e.__H;
			if (e.__P && t) try {
				t.__h.some(Oe), t.__h.some(ke), t.__h = [];
			} catch (n) {
				t.__h = [], I.__e(n, e.__v);
			}
		}
	} while (he.length);
}
I.__b = function(e) {
	le = null, ge && ge(e);
}, I.__ = function(e, t) {
	e && t.__k && t.__k.__m && (e.__m = t.__k.__m), xe && xe(e, t);
}, I.__r = function(e) {
	_e && _e(e), ce = 0;
	var t = (le = e.__c).__H;
	t && (ue == le ? le.__h = [] : (t.__h.some(Oe), t.__h.some(ke), ce = 0), t.__h = [], t.__.some(function(e) {
		e.__N && (e.__ = e.__N), e.u = e.__N = void 0;
	})), ue = le;
}, I.diffed = function(e) {
	ve && ve(e);
	var t = e.__c;
	t && t.__H && (t.__H.__h.length && De(me.push(t)), t.__H.__.some(function(e) {
		e.u && (e.__H = e.u);
	})), ue = le = null;
}, I.__c = function(e, t) {
	t.some(function(e) {
		try {
			e.__h.some(Oe), e.__h = e.__h.filter(function(e) {
				return !e.__ || ke(e);
			});
		} catch (t) {
			e.__h = [function() {
				throw t;
			}];
		}
	}), ye && ye(e, t);
}, I.unmount = function(e) {
	be && be(e);
	var t, n, r = e.__c;
	r && r.__H && (r.__H.__.some(function(r) {
		try {
			if (r.__P && r.__c) {
				if (n === void 0) {
					for (n = e.__; n && (!n.__c || !n.__c.__P);) n = n.__;
					n &&= n.__c;
				}
				r.__P = n, De(he.push(r));
			} else Oe(r);
		} catch (e) {
			t = e;
		}
	}), r.__H = void 0, t && I.__e(t, r.__v));
};
var Te = typeof requestAnimationFrame == "function";
function Ee(e) {
	var t, n = function() {
		clearTimeout(r), Te && cancelAnimationFrame(t), setTimeout(e);
	}, r = setTimeout(n, 35);
	Te && (t = requestAnimationFrame(n));
}
function De(e) {
	e != 1 && de == I.requestAnimationFrame || ((de = I.requestAnimationFrame) || Ee)(we);
}
function Oe(e) {
	var t = le, n = e.__c;
	typeof n == "function" && (e.__c = void 0, n()), le = t;
}
function ke(e) {
	var t = le;
	e.__c = e.__(), le = t;
}
function Ae(e, t) {
	return !e || e.length != t.length || t.some(function(t, n) {
		return !fe(t, e[n]);
	});
}
// node_modules/@preact/signals-core/dist/signals-core.module.js
var je = Symbol.for("preact-signals");
function Me() {
	if (Le > 1) Le--;
	else {
		var e, t = !1;
		for ((function() {
			var e = Ve;
			for (Ve = void 0; e !== void 0;) {
				var t = e.S;
				if (t.v === e.v) for (var n = t.t; n !== void 0; n = n.x) n.i === e.i && (n.i = t.i);
				e = e.o;
			}
		})(); Ie !== void 0;) {
			var n = Ie;
			for (Ie = void 0, Re++; n !== void 0;) {
				var r = n.u;
				if (n.u = void 0, n.f &= -3, !(8 & n.f) && We(n)) try {
					n.c();
				} catch (n) {
					t ||= (e = n, !0);
				}
				n = r;
			}
		}
		if (Re = 0, Le--, t) throw e;
	}
}
function Ne(e) {
	if (Le > 0) return e();
	Be = ++ze, Le++;
	try {
		return e();
	} finally {
		Me();
	}
}
var Pe, z = void 0;
function Fe(e) {
	var t = z, n = Pe;
	z = void 0, Pe = void 0;
	try {
		return e();
	} finally {
		z = t, Pe = n;
	}
}
var Ie = void 0, Le = 0, Re = 0, ze = 0, Be = 0, Ve = void 0, He = 0;
function Ue(e) {
	if (z !== void 0) {
		var t = e.n;
		if (t === void 0 || t.t !== z) return t = {
			i: 0,
			S: e,
			p: z.s,
			n: void 0,
			t: z,
			e: void 0,
			x: void 0,
			r: t
		}, z.s !== void 0 && (z.s.n = t), z.s = t, e.n = t, 32 & z.f && e.S(t), t;
		if (t.i === -1) return t.i = 0, t.n !== void 0 && (t.n.p = t.p, t.p !== void 0 && (t.p.n = t.n), t.p = z.s, t.n = void 0, z.s.n = t, z.s = t), t;
	}
}
function B(e, t) {
	this.v = e, this.i = 0, this.n = void 0, this.t = void 0, this.l = 0, this.W = t?.watched, this.Z = t?.unwatched, this.name = t?.name;
}
B.prototype.brand = je, B.prototype.h = function() {
	return !0;
}, B.prototype.S = function(e) {
	var t = this, n = this.t;
	n !== e && e.e === void 0 && (e.x = n, this.t = e, n === void 0 ? Fe(function() {
		var e;
		(e = t.W) == null || e.call(t);
	}) : n.e = e);
}, B.prototype.U = function(e) {
	var t = this;
	if (this.t !== void 0) {
		var n = e.e, r = e.x;
		n !== void 0 && (n.x = r, e.e = void 0), r !== void 0 && (r.e = n, e.x = void 0), e === this.t && (this.t = r, r === void 0 && Fe(function() {
			var e;
			(e = t.Z) == null || e.call(t);
		}));
	}
}, B.prototype.subscribe = function(e) {
	var t = this;
	return $e(function() {
		var n = t.value;
		Fe(function() {
			return e(n);
		});
	}, { name: "sub" });
}, B.prototype.valueOf = function() {
	return this.value;
}, B.prototype.toString = function() {
	return this.value + "";
}, B.prototype.toJSON = function() {
	return this.value;
}, B.prototype.peek = function() {
	var e = this;
	return Fe(function() {
		return e.value;
	});
}, Object.defineProperty(B.prototype, "value", {
	get: function() {
		var e = Ue(this);
		return e !== void 0 && (e.i = this.i), this.v;
	},
	set: function(e) {
		if (e !== this.v) {
			if (Re > 100) throw Error("Cycle detected");
			(function(e) {
				Le !== 0 && Re === 0 && e.l !== Be && (e.l = Be, Ve = {
					S: e,
					v: e.v,
					i: e.i,
					o: Ve
				});
			})(this), this.v = e, this.i++, He++, Le++;
			try {
				for (var t = this.t; t !== void 0; t = t.x) t.t.N();
			} finally {
				Me();
			}
		}
	}
});
function V(e, t) {
	return new B(e, t);
}
function We(e) {
	for (var t = e.s; t !== void 0; t = t.n) if (t.S.i !== t.i || !t.S.h() || t.S.i !== t.i) return !0;
	return !1;
}
function Ge(e) {
	for (var t = e.s; t !== void 0; t = t.n) {
		var n = t.S.n;
		if (n !== void 0 && (t.r = n), t.S.n = t, t.i = -1, t.n === void 0) {
			e.s = t;
			break;
		}
	}
}
function Ke(e) {
	for (var t = e.s, n = void 0; t !== void 0;) {
		var r = t.p;
		t.i === -1 ? (t.S.U(t), r !== void 0 && (r.n = t.n), t.n !== void 0 && (t.n.p = r)) : n = t, t.S.n = t.r, t.r !== void 0 && (t.r = void 0), t = r;
	}
	e.s = n;
}
function qe(e, t) {
	B.call(this, void 0, t), this.x = e, this.s = void 0, this.g = He - 1, this.f = 4;
}
qe.prototype = new B(), qe.prototype.h = function() {
	if (this.f &= -3, 1 & this.f) return !1;
	if ((36 & this.f) == 32 || (this.f &= -5, this.g === He)) return !0;
	if (this.g = He, this.f |= 1, this.i > 0 && !We(this)) return this.f &= -2, !0;
	var e = z;
	try {
		Ge(this), z = this;
		var t = this.x();
		(16 & this.f || this.v !== t || this.i === 0) && (this.v = t, this.f &= -17, this.i++);
	} catch (e) {
		this.v = e, this.f |= 16, this.i++;
	}
	return z = e, Ke(this), this.f &= -2, !0;
}, qe.prototype.S = function(e) {
	if (this.t === void 0) {
		this.f |= 36;
		for (var t = this.s; t !== void 0; t = t.n) t.S.S(t);
	}
	B.prototype.S.call(this, e);
}, qe.prototype.U = function(e) {
	if (this.t !== void 0 && (B.prototype.U.call(this, e), this.t === void 0)) {
		this.f &= -33;
		for (var t = this.s; t !== void 0; t = t.n) t.S.U(t);
	}
}, qe.prototype.N = function() {
	if (!(2 & this.f)) {
		this.f |= 6;
		for (var e = this.t; e !== void 0; e = e.x) e.t.N();
	}
}, Object.defineProperty(qe.prototype, "value", { get: function() {
	if (1 & this.f) throw Error("Cycle detected");
	var e = Ue(this);
	if (this.h(), e !== void 0 && (e.i = this.i), 16 & this.f) throw this.v;
	return this.v;
} });
function Je(e, t) {
	return new qe(e, t);
}
function Ye(e) {
	var t = e.j;
	if (e.j = void 0, typeof t == "function") {
		Le++;
		var n = z;
		z = void 0;
		try {
			t();
		} catch (t) {
			throw e.f &= -2, e.f |= 8, Xe(e), t;
		} finally {
			z = n, Me();
		}
	}
}
function Xe(e) {
	for (var t = e.s; t !== void 0; t = t.n) t.S.U(t);
	e.x = void 0, e.s = void 0, Ye(e);
}
function Ze(e) {
	if (z !== this) throw Error("Out-of-order effect");
	Ke(this), z = e, this.f &= -2;
	try {
		8 & this.f && Xe(this);
	} finally {
		Me();
	}
}
function Qe(e, t) {
	this.x = e, this.j = void 0, this.s = void 0, this.u = void 0, this.f = 32, this.name = t?.name, Pe && Pe.push(this);
}
Qe.prototype.c = function() {
	var e = this.S();
	try {
		if (8 & this.f || this.x === void 0) return;
		var t = this.x();
		typeof t == "function" && (this.j = t);
	} finally {
		e();
	}
}, Qe.prototype.S = function() {
	if (1 & this.f) throw Error("Cycle detected");
	this.f |= 1, this.f &= -9, Ye(this), Ge(this), Le++;
	var e = z;
	return z = this, Ze.bind(this, e);
}, Qe.prototype.N = function() {
	2 & this.f || (this.f |= 2, this.u = Ie, Ie = this);
}, Qe.prototype.d = function() {
	this.f |= 8, 1 & this.f || Xe(this);
}, Qe.prototype.dispose = function() {
	this.d();
};
function $e(e, t) {
	var n = new Qe(e, t);
	try {
		n.c();
	} catch (e) {
		throw n.d(), e;
	}
	var r = n.d.bind(n);
	return r[Symbol.dispose] = r, r;
}
// node_modules/@preact/signals/dist/signals.module.js
var et, tt, nt = typeof window < "u" && !!window.__PREACT_SIGNALS_DEVTOOLS__, rt = [];
$e(function() {
	et = this.N;
})();
function it(t, n) {
	e[t] = n.bind(null, e[t] || function() {});
}
function at(e) {
	if (tt) {
		var t = tt;
		tt = void 0, t();
	}
	tt = e && e.S();
}
function ot(e) {
	var t = this, r = e.data, i = ct(r);
	i.name = "ReactiveDom", i.value = r;
	var a = Ce(function() {
		for (var e = t, r = t.__v; r = r.__;) if (r.__c) {
			r.__c.__$f |= 4;
			break;
		}
		var a = Je(function() {
			var e = i.value.value;
			return e === 0 ? 0 : !0 === e ? "" : e || "";
		}), o = Je(function() {
			return !Array.isArray(a.value) && !n(a.value);
		}), s = $e(function() {
			if (this.N = dt, o.value) {
				var t = a.value;
				e.__v && e.__v.__e && e.__v.__e.nodeType === 3 && (e.__v.__e.data = t);
			}
		}), c = t.__$u.d;
		return t.__$u.d = function() {
			s(), c.call(this);
		}, [o, a];
	}, []), o = a[0], s = a[1];
	return o.value ? s.peek() : s.value;
}
ot.displayName = "ReactiveTextNode", Object.defineProperties(B.prototype, {
	constructor: {
		configurable: !0,
		value: y(x, null).constructor
	},
	type: {
		configurable: !0,
		value: ot
	},
	props: {
		configurable: !0,
		get: function() {
			var e = this;
			return { data: { get value() {
				return e.value;
			} } };
		}
	},
	__b: {
		configurable: !0,
		value: 1
	}
}), it("__b", function(e, t) {
	if (at(), typeof t.type == "string") {
		var n, r = t.props;
		for (var i in r) if (i !== "children") {
			var a = r[i];
			a instanceof B && (n || (t.__np = n = {}), n[i] = a, r[i] = a.peek());
		}
	}
	e(t);
}), it("__r", function(e, t) {
	if (e(t), t.type !== x) {
		at();
		var n, r = t.__c;
		r && (r.__$f &= -2, (n = r.__$u) === void 0 && (r.__$u = n = function(e, t) {
			var n;
			return $e(function() {
				n = this;
			}, { name: t }), n.c = e, n;
		}(function(e) {
			return function() {
				var t;
				nt && ((t = this.y) == null || t.call(this)), e.__$f |= 1, e.setState({});
			};
		}(r), typeof t.type == "function" ? t.type.displayName || t.type.name : ""))), at(n);
	}
}), it("__e", function(e, t, n, r) {
	at(), e(t, n, r);
}), it("diffed", function(e, t) {
	at();
	var n;
	if (typeof t.type == "string" && (n = t.__e)) {
		var r = t.__np, i = t.props, a = n.U;
		if (a) for (var o in a) {
			var s = a[o];
			s === void 0 || r && o in r || (s.d(), a[o] = void 0);
		}
		if (r) for (var c in a || (a = {}, n.U = a), r) {
			var l = a[c], u = r[c];
			l === void 0 ? (l = st(n, c, u, i), a[c] = l) : l.o(u, i);
		}
	}
	e(t);
});
function st(e, t, n, r) {
	var i = t in e && e.ownerSVGElement === void 0, a = V(n);
	return {
		o: function(e, t) {
			a.value = e, r = t;
		},
		d: $e(function() {
			this.N = dt;
			var n = a.value.value;
			r[t] !== n && (r[t] = n, i ? e[t] = n : n != null && (!1 !== n || t[4] === "-") ? e.setAttribute(t, n) : e.removeAttribute(t));
		})
	};
}
it("unmount", function(e, t) {
	if (typeof t.type == "string") {
		var n = t.__e;
		if (n) {
			var r = n.U;
			if (r) for (var i in n.U = void 0, r) {
				var a = r[i];
				a && a.d();
			}
		}
		var o = t.__np;
		if (o) {
			var s = t.props;
			for (var c in o) s[c] = o[c];
		}
		t.__np = void 0;
	} else {
		var l = t.__c;
		if (l) {
			l.__$f |= 8;
			var u = l.__$u;
			u && (l.__$u = void 0, u.d());
		}
	}
	e(t);
}), it("__h", function(e, t, n, r) {
	r < 3 && (t.__$f |= 2), e(t, n, r);
}), S.prototype.shouldComponentUpdate = function(e, t) {
	if (this.__R) return !0;
	var n = this.__$u, r = n && n.s !== void 0;
	for (var i in t) return !0;
	if (this.__f || typeof this.u == "boolean" && !0 === this.u) {
		var a = 2 & this.__$f;
		if (!(r || a || 4 & this.__$f) || 1 & this.__$f) return !0;
	} else if (!(r || 4 & this.__$f) || 3 & this.__$f) return !0;
	for (var o in e) if (o !== "__source" && e[o] !== this.props[o]) return !0;
	for (var s in this.props) if (!(s in e)) return !0;
	return !1;
};
function ct(e, t) {
	return Ce(function() {
		return V(e, t);
	}, []);
}
var lt = function(e) {
	queueMicrotask(function() {
		queueMicrotask(e);
	});
};
function ut() {
	Ne(function() {
		for (var e; e = rt.shift();) et.call(e);
	});
}
function dt() {
	rt.push(this) === 1 && (e.requestAnimationFrame || lt)(ut);
}
// src/format.ts
var ft = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
function H(e) {
	return Number.isInteger(e) || e >= 1e3 ? ft.format(e) : U(e);
}
function U(e, t = 4) {
	if (!Number.isFinite(e)) return "–";
	let n = Math.abs(e);
	return n !== 0 && (n < .001 || n >= 1e7) ? e.toExponential(t - 1).replace(/\.?0+e/, "e") : String(Number(e.toPrecision(t)));
}
function pt(e, t = 3) {
	if (!(e > 0) || !Number.isFinite(e)) return U(e, t);
	let n = Number(e.toPrecision(t));
	return n < e && (n += 10 ** (Math.floor(Math.log10(e)) - t + 1)), U(Number(n.toPrecision(t)), t);
}
function mt(e) {
	return H(e < 10 ? Math.ceil(e * 10 - 1e-9) / 10 : Math.ceil(e - 1e-9));
}
function ht(e) {
	for (let [t, n] of [
		[1e9, "G"],
		[1e6, "M"],
		[1e3, "k"]
	]) if (e >= t) return `${Number((e / t).toPrecision(2))}${n}`;
	return U(e, 3);
}
// src/bound.ts
function gt(e) {
	return `${`${H(e.count)} ${e.count === 1 ? "node" : "nodes"}`} for ${`${H(e.n_points)} ${e.n_points === 1 ? "point" : "points"}`}`;
}
function _t(e, t, n) {
	let r = t.unit ? ` ${t.unit}` : "", i = `${pt(e.max_radius)}${r}`, a = e.max_reach * Math.max(n.scaleX, n.scaleY), o = a < 1 ? `${mt(a)} px: visually exact` : `${mt(a)} px`;
	if (e.max_radius === 0) return "every point is where its node is";
	switch (e.bound) {
		case "distance": return `every point within ${i} of its node (${o})`;
		case "chord": return `every point within ${i} of its node (${o}); rows are shown at unit length`;
		case "stretched": return `every point within ${i} of its node along each axis (${o})`;
		case "sphere": return `every point within ${i} of its node along the globe (${o} north to south)`;
		case "measured": return `every point drawn within ${o} of its node, as measured in these axes; distances by ${t.metric} (radius ${i}) are not those on this page`;
	}
}
// node_modules/uplot/dist/uPlot.esm.js
var vt = !0, yt = "uplot", bt = "u-hz", xt = "u-vt", St = "u-title", Ct = "u-wrap", wt = "u-under", Tt = "u-over", Et = "u-axis", Dt = "u-off", Ot = "u-select", kt = "u-cursor-x", At = "u-cursor-y", jt = "u-cursor-pt", Mt = "u-legend", Nt = "u-live", Pt = "u-inline", Ft = "u-series", It = "u-marker", Lt = "u-label", Rt = "u-value", zt = "width", Bt = "height", Vt = "top", Ht = "bottom", Ut = "left", Wt = "right", Gt = "#000", Kt = "#0000", qt = "mousemove", Jt = "mousedown", Yt = "mouseup", Xt = "mouseenter", Zt = "mouseleave", Qt = "dblclick", $t = "resize", en = "scroll", tn = "change", nn = "dppxchange", rn = "--", an = typeof window < "u", on = an ? document : null, sn = an ? window : null, cn = an ? navigator : null, W, ln;
function un() {
	let e = devicePixelRatio;
	W != e && (W = e, ln && wn(tn, ln, un), ln = matchMedia(`(min-resolution: ${W - .001}dppx) and (max-resolution: ${W + .001}dppx)`), Cn(tn, ln, un), sn.dispatchEvent(new CustomEvent(nn)));
}
function dn(e, t) {
	if (t != null) {
		let n = e.classList;
		!n.contains(t) && n.add(t);
	}
}
function fn(e, t) {
	let n = e.classList;
	n.contains(t) && n.remove(t);
}
function G(e, t, n) {
	e.style[t] = n + "px";
}
function pn(e, t, n, r) {
	let i = on.createElement(e);
	return t != null && dn(i, t), n?.insertBefore(i, r), i;
}
function mn(e, t) {
	return pn("div", e, t);
}
var hn = /* @__PURE__ */ new WeakMap();
function gn(e, t, n, r, i) {
	let a = "translate(" + t + "px," + n + "px)";
	a != hn.get(e) && (e.style.transform = a, hn.set(e, a), t < 0 || n < 0 || t > r || n > i ? dn(e, Dt) : fn(e, Dt));
}
var _n = /* @__PURE__ */ new WeakMap();
function vn(e, t, n) {
	let r = t + n;
	r != _n.get(e) && (_n.set(e, r), e.style.background = t, e.style.borderColor = n);
}
var yn = /* @__PURE__ */ new WeakMap();
function bn(e, t, n, r) {
	let i = t + "" + n;
	i != yn.get(e) && (yn.set(e, i), e.style.height = n + "px", e.style.width = t + "px", e.style.marginLeft = r ? -t / 2 + "px" : 0, e.style.marginTop = r ? -n / 2 + "px" : 0);
}
var xn = { passive: !0 }, Sn = {
	...xn,
	capture: !0
};
function Cn(e, t, n, r) {
	t.addEventListener(e, n, r ? Sn : xn);
}
function wn(e, t, n, r) {
	t.removeEventListener(e, n, xn);
}
an && un();
function Tn(e, t, n, r) {
	let i;
	n ||= 0, r ||= t.length - 1;
	let a = r <= 2147483647;
	for (; r - n > 1;) i = a ? n + r >> 1 : Kn((n + r) / 2), t[i] < e ? n = i : r = i;
	return e - t[n] <= t[r] - e ? n : r;
}
function En(e) {
	return (t, n, r) => {
		let i = -1, a = -1;
		for (let a = n; a <= r; a++) if (e(t[a])) {
			i = a;
			break;
		}
		for (let i = r; i >= n; i--) if (e(t[i])) {
			a = i;
			break;
		}
		return [i, a];
	};
}
var Dn = (e) => e != null, On = (e) => e != null && e > 0, kn = En(Dn), An = En(On);
function jn(e, t, n, r = 0, i = !1) {
	let a = i ? An : kn, o = i ? On : Dn;
	[t, n] = a(e, t, n);
	let s = e[t], c = e[t];
	if (t > -1) {
		if (r == 1) s = e[t], c = e[n];
		else if (r == -1) s = e[n], c = e[t];
		else for (let r = t; r <= n; r++) {
			let t = e[r];
			o(t) && (t < s ? s = t : t > c && (c = t));
		}
	}
	return [s ?? rr, c ?? -rr];
}
function Mn(e, t, n, r) {
	let i = Qn(e), a = Qn(t);
	e == t && (i == -1 ? (e *= n, t /= n) : (e /= n, t *= n));
	let o = n == 10 ? $n : er, s = i == 1 ? Kn : Jn, c = a == 1 ? Jn : Kn, l = s(o(Gn(e))), u = c(o(Gn(t))), d = Zn(n, l), f = Zn(n, u);
	return n == 10 && (l < 0 && (d = J(d, -l)), u < 0 && (f = J(f, -u))), r || n == 2 ? (e = d * i, t = f * a) : (e = _r(e, d), t = gr(t, f)), [e, t];
}
function Nn(e, t, n, r) {
	let i = Mn(e, t, n, r);
	return e == 0 && (i[0] = 0), t == 0 && (i[1] = 0), i;
}
var Pn = .1, Fn = {
	mode: 3,
	pad: Pn
}, In = {
	pad: 0,
	soft: null,
	mode: 0
}, Ln = {
	min: In,
	max: In
};
function Rn(e, t, n, r) {
	return Or(n) ? Bn(e, t, n) : (In.pad = n, In.soft = r ? 0 : null, In.mode = r ? 3 : 0, Bn(e, t, Ln));
}
function K(e, t) {
	return e ?? t;
}
function zn(e, t, n) {
	for (t = K(t, 0), n = K(n, e.length - 1); t <= n;) {
		if (e[t] != null) return !0;
		t++;
	}
	return !1;
}
function Bn(e, t, n) {
	let r = n.min, i = n.max, a = K(r.pad, 0), o = K(i.pad, 0), s = K(r.hard, -rr), c = K(i.hard, rr), l = K(r.soft, rr), u = K(i.soft, -rr), d = K(r.mode, 0), f = K(i.mode, 0), p = t - e, m = $n(p), h = Xn(Gn(e), Gn(t)), g = Gn($n(h) - m);
	(p < 1e-24 || g > 10) && (p = 0, (e == 0 || t == 0) && (p = 1e-24, d == 2 && l != rr && (a = 0), f == 2 && u != -rr && (o = 0)));
	let _ = p || h || 1e3, v = Zn(10, Kn($n(_))), y = J(_r(e - _ * (p == 0 ? e == 0 ? .1 : 1 : a), v / 10), 24), b = e >= l && (d == 1 || d == 3 && y <= l || d == 2 && y >= l) ? l : rr, x = Xn(s, y < b && e >= b ? b : Yn(b, y)), S = J(gr(t + _ * (p == 0 ? t == 0 ? .1 : 1 : o), v / 10), 24), C = t <= u && (f == 1 || f == 3 && S >= u || f == 2 && S <= u) ? u : -rr, w = Yn(c, S > C && t <= C ? C : Xn(C, S));
	return x == w && x == 0 && (w = 100), [x, w];
}
var Vn = new Intl.NumberFormat(an ? cn.language : "en-US"), Hn = (e) => Vn.format(e), Un = Math, Wn = Un.PI, Gn = Un.abs, Kn = Un.floor, qn = Un.round, Jn = Un.ceil, Yn = Un.min, Xn = Un.max, Zn = Un.pow, Qn = Un.sign, $n = Un.log10, er = Un.log2, tr = (e, t = 1) => Un.sinh(e) * t, nr = (e, t = 1) => Un.asinh(e / t), rr = Infinity;
function ir(e) {
	return ($n((e ^ e >> 31) - (e >> 31)) | 0) + 1;
}
function ar(e, t, n) {
	return Yn(Xn(e, t), n);
}
function or(e) {
	return typeof e == "function";
}
function q(e) {
	return or(e) ? e : () => e;
}
var sr = () => {}, cr = (e) => e, lr = (e, t) => t, ur = (e) => null, dr = (e) => !0, fr = (e, t) => e == t, pr = /\.\d*?(?=9{6,}|0{6,})/gm, mr = (e) => {
	if (Tr(e) || vr.has(e)) return e;
	let t = `${e}`, n = t.match(pr);
	if (n == null) return e;
	let r = n[0].length - 1;
	if (t.indexOf("e-") != -1) {
		let [e, n] = t.split("e");
		return +`${mr(e)}e${n}`;
	}
	return J(e, r);
};
function hr(e, t) {
	return mr(J(mr(e / t)) * t);
}
function gr(e, t) {
	return mr(Jn(mr(e / t)) * t);
}
function _r(e, t) {
	return mr(Kn(mr(e / t)) * t);
}
function J(e, t = 0) {
	if (Tr(e)) return e;
	let n = 10 ** t;
	return qn(e * n * (1 + 2 ** -52)) / n;
}
var vr = /* @__PURE__ */ new Map();
function yr(e) {
	return (("" + e).split(".")[1] || "").length;
}
function br(e, t, n, r) {
	let i = [], a = r.map(yr);
	for (let o = t; o < n; o++) {
		let t = Gn(o), n = J(Zn(e, o), t);
		for (let s = 0; s < r.length; s++) {
			let c = e == 10 ? +`${r[s]}e${o}` : r[s] * n, l = (o >= 0 ? 0 : t) + (o >= a[s] ? 0 : a[s]), u = e == 10 ? c : J(c, l);
			i.push(u), vr.set(u, l);
		}
	}
	return i;
}
var xr = {}, Sr = [], Cr = [null, null], wr = Array.isArray, Tr = Number.isInteger, Er = (e) => e === void 0;
function Dr(e) {
	return typeof e == "string";
}
function Or(e) {
	let t = !1;
	if (e != null) {
		let n = e.constructor;
		t = n == null || n == Object;
	}
	return t;
}
function kr(e) {
	return typeof e == "object" && !!e;
}
var Ar = Object.getPrototypeOf(Uint8Array), jr = "__proto__";
function Mr(e, t = Or) {
	let n;
	if (wr(e)) {
		let r = e.find((e) => e != null);
		if (wr(r) || t(r)) {
			n = Array(e.length);
			for (let r = 0; r < e.length; r++) n[r] = Mr(e[r], t);
		} else n = e.slice();
	} else if (e instanceof Ar) n = e.slice();
	else if (t(e)) {
		n = {};
		for (let r in e) r != jr && (n[r] = Mr(e[r], t));
	} else n = e;
	return n;
}
function Nr(e) {
	let t = arguments;
	for (let n = 1; n < t.length; n++) {
		let r = t[n];
		for (let t in r) t != jr && (Or(e[t]) ? Nr(e[t], Mr(r[t])) : e[t] = Mr(r[t]));
	}
	return e;
}
var Pr = 0, Y = 1, X = 2;
function Fr(e, t, n) {
	for (let r = 0, i, a = -1; r < t.length; r++) {
		let o = t[r];
		if (o > a) {
			for (i = o - 1; i >= 0 && e[i] == null;) e[i--] = null;
			for (i = o + 1; i < n && e[i] == null;) e[a = i++] = null;
		}
	}
}
function Ir(e, t) {
	if (zr(e)) {
		let t = e[0].slice();
		for (let n = 1; n < e.length; n++) t.push(...e[n].slice(1));
		return Z(t[0]) || (t = Rr(t)), t;
	}
	let n = /* @__PURE__ */ new Set();
	for (let t = 0; t < e.length; t++) {
		let r = e[t][0], i = r.length;
		for (let e = 0; e < i; e++) n.add(r[e]);
	}
	let r = [Array.from(n).sort((e, t) => e - t)], i = r[0].length, a = /* @__PURE__ */ new Map();
	for (let e = 0; e < i; e++) a.set(r[0][e], e);
	for (let n = 0; n < e.length; n++) {
		let o = e[n], s = o[0];
		for (let e = 1; e < o.length; e++) {
			let c = o[e], l = Array(i).fill(void 0), u = t ? t[n][e] : Y, d = [];
			for (let e = 0; e < c.length; e++) {
				let t = c[e], n = a.get(s[e]);
				t === null ? u != Pr && (l[n] = t, u == X && d.push(n)) : l[n] = t;
			}
			Fr(l, d, i), r.push(l);
		}
	}
	return r;
}
var Lr = typeof queueMicrotask > "u" ? (e) => Promise.resolve().then(e) : queueMicrotask;
function Rr(e) {
	let t = e[0], n = t.length, r = Array(n);
	for (let e = 0; e < r.length; e++) r[e] = e;
	r.sort((e, n) => t[e] - t[n]);
	let i = [];
	for (let t = 0; t < e.length; t++) {
		let a = e[t], o = Array(n);
		for (let e = 0; e < n; e++) o[e] = a[r[e]];
		i.push(o);
	}
	return i;
}
function zr(e) {
	let t = e[0][0], n = t.length;
	for (let r = 1; r < e.length; r++) {
		let i = e[r][0];
		if (i.length != n) return !1;
		if (i != t) {
			for (let e = 0; e < n; e++) if (i[e] != t[e]) return !1;
		}
	}
	return !0;
}
function Z(e, t = 100) {
	let n = e.length;
	if (n <= 1) return !0;
	let r = 0, i = n - 1;
	for (; r <= i && e[r] == null;) r++;
	for (; i >= r && e[i] == null;) i--;
	if (i <= r) return !0;
	let a = Xn(1, Kn((i - r + 1) / t));
	for (let t = e[r], n = r + a; n <= i; n += a) {
		let r = e[n];
		if (r != null) {
			if (r <= t) return !1;
			t = r;
		}
	}
	return !0;
}
var Br = [
	"January",
	"February",
	"March",
	"April",
	"May",
	"June",
	"July",
	"August",
	"September",
	"October",
	"November",
	"December"
], Vr = [
	"Sunday",
	"Monday",
	"Tuesday",
	"Wednesday",
	"Thursday",
	"Friday",
	"Saturday"
];
function Hr(e) {
	return e.slice(0, 3);
}
var Ur = Vr.map(Hr), Wr = {
	MMMM: Br,
	MMM: Br.map(Hr),
	WWWW: Vr,
	WWW: Ur
};
function Gr(e) {
	return (e < 10 ? "0" : "") + e;
}
function Kr(e) {
	return (e < 10 ? "00" : e < 100 ? "0" : "") + e;
}
var qr = {
	YYYY: (e) => e.getFullYear(),
	YY: (e) => (e.getFullYear() + "").slice(2),
	MMMM: (e, t) => t.MMMM[e.getMonth()],
	MMM: (e, t) => t.MMM[e.getMonth()],
	MM: (e) => Gr(e.getMonth() + 1),
	M: (e) => e.getMonth() + 1,
	DD: (e) => Gr(e.getDate()),
	D: (e) => e.getDate(),
	WWWW: (e, t) => t.WWWW[e.getDay()],
	WWW: (e, t) => t.WWW[e.getDay()],
	HH: (e) => Gr(e.getHours()),
	H: (e) => e.getHours(),
	h: (e) => {
		let t = e.getHours();
		return t == 0 ? 12 : t > 12 ? t - 12 : t;
	},
	AA: (e) => e.getHours() >= 12 ? "PM" : "AM",
	aa: (e) => e.getHours() >= 12 ? "pm" : "am",
	a: (e) => e.getHours() >= 12 ? "p" : "a",
	mm: (e) => Gr(e.getMinutes()),
	m: (e) => e.getMinutes(),
	ss: (e) => Gr(e.getSeconds()),
	s: (e) => e.getSeconds(),
	fff: (e) => Kr(e.getMilliseconds())
};
function Jr(e, t) {
	t ||= Wr;
	let n = [], r = /\{([a-z]+)\}|[^{]+/gi, i;
	for (; i = r.exec(e);) n.push(i[0][0] == "{" ? qr[i[1]] : i[0]);
	return (e) => {
		let r = "";
		for (let i = 0; i < n.length; i++) r += typeof n[i] == "string" ? n[i] : n[i](e, t);
		return r;
	};
}
var Yr = new Intl.DateTimeFormat().resolvedOptions().timeZone;
function Xr(e, t) {
	let n;
	return t == "UTC" || t == "Etc/UTC" ? n = /* @__PURE__ */ new Date(+e + e.getTimezoneOffset() * 6e4) : t == Yr ? n = e : (n = new Date(e.toLocaleString("en-US", { timeZone: t })), n.setMilliseconds(e.getMilliseconds())), n;
}
var Zr = (e) => e % 1 == 0, Qr = [
	1,
	2,
	2.5,
	5
], $r = br(10, -32, 0, Qr), ei = br(10, 0, 32, Qr), ti = ei.filter(Zr), ni = $r.concat(ei), ri = "\n", ii = "{YYYY}", ai = ri + ii, oi = "{M}/{D}", si = ri + oi, ci = si + "/{YY}", li = "{aa}", ui = "{h}:{mm}" + li, di = ri + ui, fi = ":{ss}", Q = null;
function pi(e) {
	let t = e * 1e3, n = t * 60, r = n * 60, i = r * 24, a = i * 30, o = i * 365, s = (e == 1 ? br(10, 0, 3, Qr).filter(Zr) : br(10, -3, 0, Qr)).concat([
		t,
		t * 5,
		t * 10,
		t * 15,
		t * 30,
		n,
		n * 5,
		n * 10,
		n * 15,
		n * 30,
		r,
		r * 2,
		r * 3,
		r * 4,
		r * 6,
		r * 8,
		r * 12,
		i,
		i * 2,
		i * 3,
		i * 4,
		i * 5,
		i * 6,
		i * 7,
		i * 8,
		i * 9,
		i * 10,
		i * 15,
		a,
		a * 2,
		a * 3,
		a * 4,
		a * 6,
		o,
		o * 2,
		o * 5,
		o * 10,
		o * 25,
		o * 50,
		o * 100
	]), c = [
		[
			o,
			ii,
			Q,
			Q,
			Q,
			Q,
			Q,
			Q,
			1
		],
		[
			i * 28,
			"{MMM}",
			ai,
			Q,
			Q,
			Q,
			Q,
			Q,
			1
		],
		[
			i,
			oi,
			ai,
			Q,
			Q,
			Q,
			Q,
			Q,
			1
		],
		[
			r,
			"{h}" + li,
			ci,
			Q,
			si,
			Q,
			Q,
			Q,
			1
		],
		[
			n,
			ui,
			ci,
			Q,
			si,
			Q,
			Q,
			Q,
			1
		],
		[
			t,
			fi,
			ci + " " + ui,
			Q,
			si + " " + ui,
			Q,
			di,
			Q,
			1
		],
		[
			e,
			fi + ".{fff}",
			ci + " " + ui,
			Q,
			si + " " + ui,
			Q,
			di,
			Q,
			1
		]
	];
	function l(t) {
		return (s, c, l, u, d, f) => {
			let p = [], m = d >= o, h = d >= a && d < o, g = t(l), _ = J(g * e, 3), v = Ci(g.getFullYear(), m ? 0 : g.getMonth(), h || m ? 1 : g.getDate()), y = J(v * e, 3);
			if (h || m) {
				let n = h ? d / a : 0, r = m ? d / o : 0, i = _ == y ? _ : J(Ci(v.getFullYear() + r, v.getMonth() + n, 1) * e, 3), s = new Date(qn(i / e)), c = s.getFullYear(), l = s.getMonth();
				for (let a = 0; i <= u; a++) {
					let o = Ci(c + r * a, l + n * a, 1), s = o - t(J(o * e, 3));
					i = J((+o + s) * e, 3), i <= u && p.push(i);
				}
			} else {
				let a = d >= i ? i : d, o = y + (Kn(l) - Kn(_)) + gr(_ - y, a);
				p.push(o);
				let m = t(o), h = m.getHours() + m.getMinutes() / n + m.getSeconds() / r, g = d / r, v = f / s.axes[c]._space;
				for (; o = J(o + d, e == 1 ? 0 : 3), !(o > u);) if (g > 1) {
					let e = Kn(J(h + g, 6)) % 24, n = t(o).getHours() - e;
					n > 1 && (n = -1), o -= n * r, h = (h + g) % 24;
					let i = p[p.length - 1];
					J((o - i) / d, 3) * v >= .7 && p.push(o);
				} else p.push(o);
			}
			return p;
		};
	}
	return [
		s,
		c,
		l
	];
}
var [mi, hi, gi] = pi(1), [_i, vi, yi] = pi(.001);
br(2, -53, 53, [1]);
function bi(e, t) {
	return e.map((e) => e.map((n, r) => r == 0 || r == 8 || n == null ? n : t(r == 1 || e[8] == 0 ? n : e[1] + n)));
}
function xi(e, t) {
	return (n, r, i, a, o) => {
		let s = t.find((e) => o >= e[0]) || t[t.length - 1], c, l, u, d, f, p;
		return r.map((t) => {
			let n = e(t), r = n.getFullYear(), i = n.getMonth(), a = n.getDate(), o = n.getHours(), m = n.getMinutes(), h = n.getSeconds(), g = r != c && s[2] || i != l && s[3] || a != u && s[4] || o != d && s[5] || m != f && s[6] || h != p && s[7] || s[1];
			return c = r, l = i, u = a, d = o, f = m, p = h, g(n);
		});
	};
}
function Si(e, t) {
	let n = Jr(t);
	return (t, r, i, a, o) => r.map((t) => n(e(t)));
}
function Ci(e, t, n) {
	return new Date(e, t, n);
}
function wi(e, t) {
	return t(e);
}
var Ti = "{YYYY}-{MM}-{DD} {h}:{mm}{aa}";
function Ei(e, t) {
	return (n, r, i, a) => a == null ? rn : t(e(r));
}
function Di(e, t) {
	let n = e.series[t];
	return n.width ? n.stroke(e, t) : n.points.width ? n.points.stroke(e, t) : null;
}
function Oi(e, t) {
	return e.series[t].fill(e, t);
}
var ki = {
	show: !0,
	live: !0,
	isolate: !1,
	mount: sr,
	markers: {
		show: !0,
		width: 2,
		stroke: Di,
		fill: Oi,
		dash: "solid"
	},
	idx: null,
	idxs: null,
	values: []
};
function Ai(e, t) {
	let n = e.cursor.points, r = mn(), i = n.size(e, t);
	G(r, zt, i), G(r, Bt, i);
	let a = i / -2;
	G(r, "marginLeft", a), G(r, "marginTop", a);
	let o = n.width(e, t, i);
	return o && G(r, "borderWidth", o), r;
}
function ji(e, t) {
	let n = e.series[t].points;
	return n._fill || n._stroke;
}
function Mi(e, t) {
	let n = e.series[t].points;
	return n._stroke || n._fill;
}
function Ni(e, t) {
	return e.series[t].points.size;
}
var Pi = [0, 0];
function Fi(e, t, n) {
	return Pi[0] = t, Pi[1] = n, Pi;
}
function Ii(e, t, n, r = !0) {
	return (e) => {
		e.button != 0 || r && e.target != t || n(e);
	};
}
function Li(e, t, n, r = !0) {
	return (e) => {
		r && e.target != t || n(e);
	};
}
var Ri = {
	show: !0,
	x: !0,
	y: !0,
	lock: !1,
	move: Fi,
	points: {
		one: !1,
		show: Ai,
		size: Ni,
		width: 0,
		stroke: Mi,
		fill: ji
	},
	bind: {
		mousedown: Ii,
		mouseup: Ii,
		click: Ii,
		dblclick: Ii,
		mousemove: Li,
		mouseleave: Li,
		mouseenter: Li
	},
	drag: {
		setScale: !0,
		x: !0,
		y: !1,
		dist: 0,
		uni: null,
		click: (e, t) => {
			t.stopPropagation(), t.stopImmediatePropagation();
		},
		_x: !1,
		_y: !1
	},
	focus: {
		dist: (e, t, n, r, i) => r - i,
		prox: -1,
		bias: 0
	},
	hover: {
		skip: [void 0],
		prox: null,
		bias: 0
	},
	left: -10,
	top: -10,
	idx: null,
	dataIdx: null,
	idxs: null,
	event: null
}, zi = {
	show: !0,
	stroke: "rgba(0,0,0,0.07)",
	width: 2
}, Bi = Nr({}, zi, { filter: lr }), Vi = Nr({}, Bi, { size: 10 }), Hi = Nr({}, zi, { show: !1 }), Ui = "12px system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, \"Noto Sans\", sans-serif, \"Apple Color Emoji\", \"Segoe UI Emoji\", \"Segoe UI Symbol\", \"Noto Color Emoji\"", Wi = "bold " + Ui, Gi = 1.5, Ki = {
	show: !0,
	scale: "x",
	stroke: Gt,
	space: 50,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: Wi,
	side: 2,
	grid: Bi,
	ticks: Vi,
	border: Hi,
	font: Ui,
	lineGap: Gi,
	rotate: 0
}, qi = "Value", Ji = "Time", Yi = {
	show: !0,
	scale: "x",
	auto: !1,
	sorted: 1,
	min: rr,
	max: -Infinity,
	idxs: []
};
function Xi(e, t, n, r, i) {
	return t.map((e) => e == null ? "" : Hn(e));
}
function Zi(e, t, n, r, i, a, o) {
	let s = [], c = vr.get(i) || 0;
	n = o ? n : J(gr(n, i), c);
	for (let e = n; e <= r; e = J(e + i, c)) s.push(Object.is(e, -0) ? 0 : e);
	return s;
}
function Qi(e, t, n, r, i, a, o) {
	let s = [], c = e.scales[e.axes[t].scale].log;
	i = Zn(c, Kn((c == 10 ? $n : er)(n))), c == 10 && (i = ni[Tn(i, ni)]);
	let l = n, u = i * c;
	c == 10 && (u = ni[Tn(u, ni)]);
	do
		s.push(l), l += i, c == 10 && !vr.has(l) && (l = J(l, vr.get(i))), l >= u && (i = l, u = i * c, c == 10 && (u = ni[Tn(u, ni)]));
	while (l <= r);
	return s;
}
function $i(e, t, n, r, i, a, o) {
	let s = e.scales[e.axes[t].scale].asinh, c = r > s ? Qi(e, t, Xn(s, n), r, i) : [s], l = r >= 0 && n <= 0 ? [0] : [];
	return (n < -s ? Qi(e, t, Xn(s, -r), -n, i) : [s]).reverse().map((e) => -e).concat(l, c);
}
var ea = /./, ta = /[12357]/, na = /[125]/, ra = /1/, ia = (e, t, n, r) => e.map((e, i) => t == 4 && e == 0 || i % r == 0 && n.test(e.toExponential()[+(e < 0)]) ? e : null);
function aa(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = e.scales[o], c = e.valToPos, l = a._space, u = c(10, o), d = c(9, o) - u >= l ? ea : c(7, o) - u >= l ? ta : c(5, o) - u >= l ? na : ra;
	if (d == ra) {
		let e = Gn(c(1, o) - u);
		if (e < l) return ia(t.slice().reverse(), s.distr, d, Jn(l / e)).reverse();
	}
	return ia(t, s.distr, d, 1);
}
function oa(e, t, n, r, i) {
	let a = e.axes[n], o = a.scale, s = a._space, c = e.valToPos, l = Gn(c(1, o) - c(2, o));
	return l < s ? ia(t.slice().reverse(), 3, ea, Jn(s / l)).reverse() : t;
}
function sa(e, t, n, r) {
	return r == null ? rn : t == null ? "" : Hn(t);
}
var ca = {
	show: !0,
	scale: "y",
	stroke: Gt,
	space: 30,
	gap: 5,
	alignTo: 1,
	size: 50,
	labelGap: 0,
	labelSize: 30,
	labelFont: Wi,
	side: 3,
	grid: Bi,
	ticks: Vi,
	border: Hi,
	font: Ui,
	lineGap: Gi,
	rotate: 0
};
function la(e, t) {
	return J((3 + (e || 1) * 2) * t, 3);
}
function ua(e, t) {
	let { scale: n, idxs: r } = e.series[0], i = e._data[0], a = e.valToPos(i[r[0]], n, !0), o = Gn(e.valToPos(i[r[1]], n, !0) - a) / (e.series[t].points.space * W);
	return r[1] - r[0] <= o;
}
var da = {
	scale: null,
	auto: !0,
	sorted: 0,
	min: rr,
	max: -Infinity
}, fa = (e, t, n, r, i) => i, pa = {
	show: !0,
	auto: !0,
	sorted: 0,
	gaps: fa,
	alpha: 1,
	facets: [Nr({}, da, { scale: "x" }), Nr({}, da, { scale: "y" })]
}, ma = {
	scale: "y",
	auto: !0,
	sorted: 0,
	show: !0,
	spanGaps: !1,
	gaps: fa,
	alpha: 1,
	points: {
		show: ua,
		filter: null
	},
	values: null,
	min: rr,
	max: -Infinity,
	idxs: [],
	path: null,
	clip: null
};
function ha(e, t, n, r, i) {
	return n / 10;
}
var ga = {
	time: vt,
	auto: !0,
	distr: 1,
	log: 10,
	asinh: 1,
	min: null,
	max: null,
	dir: 1,
	ori: 0
}, _a = Nr({}, ga, {
	time: !1,
	ori: 1
}), va = {};
function ya(e, t) {
	let n = va[e];
	return n || (n = {
		key: e,
		plots: [],
		sub(e) {
			n.plots.push(e);
		},
		unsub(e) {
			n.plots = n.plots.filter((t) => t != e);
		},
		pub(e, t, r, i, a, o, s) {
			for (let c = 0; c < n.plots.length; c++) n.plots[c] != t && n.plots[c].pub(e, t, r, i, a, o, s);
		}
	}, e != null && (va[e] = n)), n;
}
var ba = 1, xa = 2;
function Sa(e, t, n) {
	let r = e.mode, i = e.series[t], a = r == 2 ? e._data[t] : e._data, o = e.scales, s = e.bbox, c = a[0], l = r == 2 ? a[1] : a[t], u = r == 2 ? o[i.facets[0].scale] : o[e.series[0].scale], d = r == 2 ? o[i.facets[1].scale] : o[i.scale], f = s.left, p = s.top, m = s.width, h = s.height, g = e.valToPosH, _ = e.valToPosV;
	return u.ori == 0 ? n(i, c, l, u, d, g, _, f, p, m, h, ja, Na, Fa, La, za) : n(i, c, l, u, d, _, g, p, f, h, m, Ma, Pa, Ia, Ra, Ba);
}
function Ca(e, t) {
	let n = 0, r = 0, i = K(e.bands, Sr);
	for (let e = 0; e < i.length; e++) {
		let a = i[e];
		a.series[0] == t ? n = a.dir : a.series[1] == t && (a.dir == 1 ? r |= 1 : r |= 2);
	}
	return [n, r == 1 ? -1 : r == 2 ? 1 : r == 3 ? 2 : 0];
}
function wa(e, t, n, r, i) {
	let a = e.mode, o = e.series[t], s = a == 2 ? o.facets[1].scale : o.scale, c = e.scales[s];
	return i == -1 ? c.min : i == 1 ? c.max : c.distr == 3 ? c.dir == 1 ? c.min : c.max : 0;
}
function Ta(e, t, n, r, i, a) {
	return Sa(e, t, (e, t, o, s, c, l, u, d, f, p, m) => {
		let h = e.pxRound, g = s.dir * (s.ori == 0 ? 1 : -1), _ = s.ori == 0 ? Na : Pa, v, y;
		g == 1 ? (v = n, y = r) : (v = r, y = n);
		let b = h(l(t[v], s, p, d)), x = h(u(o[v], c, m, f)), S = h(l(t[y], s, p, d)), C = h(u(a == 1 ? c.max : c.min, c, m, f)), w = new Path2D(i);
		return _(w, S, C), _(w, b, C), _(w, b, x), w;
	});
}
function Ea(e, t, n, r, i, a) {
	let o = null;
	if (e.length > 0) {
		o = new Path2D();
		let s = t == 0 ? Fa : Ia, c = n;
		for (let t = 0; t < e.length; t++) {
			let n = e[t];
			if (n[1] > n[0]) {
				let e = n[0] - c;
				e > 0 && s(o, c, r, e, r + a), c = n[1];
			}
		}
		let l = n + i - c;
		l > 0 && s(o, c, r - 5, l, r + a + 10);
	}
	return o;
}
function Da(e, t, n) {
	let r = e[e.length - 1];
	r && r[0] == t ? r[1] = n : e.push([t, n]);
}
function Oa(e, t, n, r, i, a, o) {
	let s = [], c = e.length;
	for (let l = i == 1 ? n : r; l >= n && l <= r; l += i) if (t[l] === null) {
		let u = l, d = l;
		if (i == 1) for (; ++l <= r && t[l] === null;) d = l;
		else for (; --l >= n && t[l] === null;) d = l;
		let f = a(e[u]), p = d == u ? f : a(e[d]), m = u - i;
		f = o <= 0 && m >= 0 && m < c ? a(e[m]) : f;
		let h = d + i;
		p = o >= 0 && h >= 0 && h < c ? a(e[h]) : p, p >= f && s.push([f, p]);
	}
	return s;
}
function ka(e) {
	return e == 0 ? cr : e == 1 ? qn : (t) => hr(t, e);
}
function Aa(e) {
	let t = e == 0 ? ja : Ma, n = e == 0 ? (e, t, n, r, i, a) => {
		e.arcTo(t, n, r, i, a);
	} : (e, t, n, r, i, a) => {
		e.arcTo(n, t, i, r, a);
	}, r = e == 0 ? (e, t, n, r, i) => {
		e.rect(t, n, r, i);
	} : (e, t, n, r, i) => {
		e.rect(n, t, i, r);
	};
	return (e, i, a, o, s, c = 0, l = 0) => {
		c == 0 && l == 0 ? r(e, i, a, o, s) : (c = Yn(c, o / 2, s / 2), l = Yn(l, o / 2, s / 2), t(e, i + c, a), n(e, i + o, a, i + o, a + s, c), n(e, i + o, a + s, i, a + s, l), n(e, i, a + s, i, a, l), n(e, i, a, i + o, a, c), e.closePath());
	};
}
var ja = (e, t, n) => {
	e.moveTo(t, n);
}, Ma = (e, t, n) => {
	e.moveTo(n, t);
}, Na = (e, t, n) => {
	e.lineTo(t, n);
}, Pa = (e, t, n) => {
	e.lineTo(n, t);
}, Fa = Aa(0), Ia = Aa(1), La = (e, t, n, r, i, a) => {
	e.arc(t, n, r, i, a);
}, Ra = (e, t, n, r, i, a) => {
	e.arc(n, t, r, i, a);
}, za = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(t, n, r, i, a, o);
}, Ba = (e, t, n, r, i, a, o) => {
	e.bezierCurveTo(n, t, i, r, o, a);
};
function Va(e) {
	return (e, t, n, r, i) => Sa(e, t, (t, a, o, s, c, l, u, d, f, p, m) => {
		let { pxRound: h, points: g } = t, _, v;
		s.ori == 0 ? (_ = ja, v = La) : (_ = Ma, v = Ra);
		let y = J(g.width * W, 3), b = (g.size - g.width) / 2 * W, x = J(b * 2, 3), S = new Path2D(), C = new Path2D(), { left: w, top: T, width: E, height: D } = e.bbox;
		Fa(C, w - x, T - x, E + x * 2, D + x * 2);
		let O = (e) => {
			if (o[e] != null) {
				let t = h(l(a[e], s, p, d)), n = h(u(o[e], c, m, f));
				_(S, t + b, n), v(S, t, n, b, 0, Wn * 2);
			}
		};
		if (i) i.forEach(O);
		else for (let e = n; e <= r; e++) O(e);
		return {
			stroke: y > 0 ? S : null,
			fill: S,
			clip: C,
			flags: 3
		};
	});
}
function Ha(e) {
	return (t, n, r, i, a, o) => {
		r != i && (a != r && o != r && e(t, n, r), a != i && o != i && e(t, n, i), e(t, n, o));
	};
}
var Ua = Ha(Na), Wa = Ha(Pa);
function Ga(e) {
	let t = K(e?.alignGaps, 0);
	return (e, n, r, i) => Sa(e, n, (a, o, s, c, l, u, d, f, p, m, h) => {
		[r, i] = kn(s, r, i);
		let g = a.pxRound, _ = (e) => g(u(e, c, m, f)), v = (e) => g(d(e, l, h, p)), y, b;
		c.ori == 0 ? (y = Na, b = Ua) : (y = Pa, b = Wa);
		let x = c.dir * (c.ori == 0 ? 1 : -1), S = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: ba
		}, C = S.stroke, w = !1;
		if (i - r >= m * 4) {
			let t = (t) => e.posToVal(t, c.key, !0), n = null, a = null, l, u, d, f = _(o[x == 1 ? r : i]), p = _(o[r]), m = _(o[i]), h = t(x == 1 ? p + 1 : m - 1);
			for (let e = x == 1 ? r : i; e >= r && e <= i; e += x) {
				let r = o[e], i = (x == 1 ? r < h : r > h) ? f : _(r), c = s[e];
				i == f ? c == null ? c === null && (w = !0) : (u = c, n == null ? (y(C, i, v(u)), l = n = a = u) : u < n ? n = u : u > a && (a = u)) : (n != null && b(C, f, v(n), v(a), v(l), v(u)), c == null ? (n = a = null, c === null && (w = !0)) : (u = c, y(C, i, v(u)), n = a = l = u), f = i, h = t(f + x));
			}
			n != null && n != a && d != f && b(C, f, v(n), v(a), v(l), v(u));
		} else for (let e = x == 1 ? r : i; e >= r && e <= i; e += x) {
			let t = s[e];
			t === null ? w = !0 : t != null && y(C, _(o[e]), v(t));
		}
		let [T, E] = Ca(e, n);
		if (a.fill != null || T != 0) {
			let t = S.fill = new Path2D(C), s = v(a.fillTo(e, n, a.min, a.max, T)), c = _(o[r]), l = _(o[i]);
			x == -1 && ([l, c] = [c, l]), y(t, l, s), y(t, c, s);
		}
		if (!a.spanGaps) {
			let l = [];
			w && l.push(...Oa(o, s, r, i, x, _, t)), S.gaps = l = a.gaps(e, n, r, i, l), S.clip = Ea(l, c.ori, f, p, m, h);
		}
		return E != 0 && (S.band = E == 2 ? [Ta(e, n, r, i, C, -1), Ta(e, n, r, i, C, 1)] : Ta(e, n, r, i, C, E)), S;
	});
}
function Ka(e) {
	let t = K(e.align, 1), n = K(e.ascDesc, !1), r = K(e.alignGaps, 0), i = K(e.extend, !1);
	return (e, a, o, s) => Sa(e, a, (c, l, u, d, f, p, m, h, g, _, v) => {
		[o, s] = kn(u, o, s);
		let y = c.pxRound, { left: b, width: x } = e.bbox, S = (e) => y(p(e, d, _, h)), C = (e) => y(m(e, f, v, g)), w = d.ori == 0 ? Na : Pa, T = {
			stroke: new Path2D(),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: ba
		}, E = T.stroke, D = d.dir * (d.ori == 0 ? 1 : -1), O = C(u[D == 1 ? o : s]), k = S(l[D == 1 ? o : s]), ee = k, A = k;
		i && t == -1 && (A = b, w(E, A, O)), w(E, k, O);
		for (let e = D == 1 ? o : s; e >= o && e <= s; e += D) {
			let n = u[e];
			if (n == null) continue;
			let r = S(l[e]), i = C(n);
			t == 1 ? w(E, r, O) : w(E, ee, i), w(E, r, i), O = i, ee = r;
		}
		let te = ee;
		i && t == 1 && (te = b + x, w(E, te, O));
		let [ne, re] = Ca(e, a);
		if (c.fill != null || ne != 0) {
			let t = T.fill = new Path2D(E), n = C(c.fillTo(e, a, c.min, c.max, ne));
			w(t, te, n), w(t, A, n);
		}
		if (!c.spanGaps) {
			let i = [];
			i.push(...Oa(l, u, o, s, D, S, r));
			let f = c.width * W / 2, p = n || t == 1 ? f : -f, m = n || t == -1 ? -f : f;
			i.forEach((e) => {
				e[0] += p, e[1] += m;
			}), T.gaps = i = c.gaps(e, a, o, s, i), T.clip = Ea(i, d.ori, h, g, _, v);
		}
		return re != 0 && (T.band = re == 2 ? [Ta(e, a, o, s, E, -1), Ta(e, a, o, s, E, 1)] : Ta(e, a, o, s, E, re)), T;
	});
}
function qa(e, t, n, r, i, a, o = rr) {
	if (e.length > 1) {
		let s = null;
		for (let c = 0, l = Infinity; c < e.length; c++) if (t[c] !== void 0) {
			if (s != null) {
				let t = Gn(e[c] - e[s]);
				t < l && (l = t, o = Gn(n(e[c], r, i, a) - n(e[s], r, i, a)));
			}
			s = c;
		}
	}
	return o;
}
function Ja(e) {
	e ||= xr;
	let t = K(e.size, [
		.6,
		rr,
		1
	]), n = e.align || 0, r = e.gap || 0, i = e.radius;
	i = i == null ? [0, 0] : typeof i == "number" ? [i, 0] : i;
	let a = q(i), o = 1 - t[0], s = K(t[1], rr), c = K(t[2], 1), l = K(e.disp, xr), u = K(e.each, (e) => {}), { fill: d, stroke: f } = l;
	return (e, t, i, p) => Sa(e, t, (m, h, g, _, v, y, b, x, S, C, w) => {
		let T = m.pxRound, E = n, D = r * W, O = s * W, k = c * W, ee, A;
		_.ori == 0 ? [ee, A] = a(e, t) : [A, ee] = a(e, t);
		let te = _.dir * (_.ori == 0 ? 1 : -1), ne = _.ori == 0 ? Fa : Ia, re = _.ori == 0 ? u : (e, t, n, r, i, a, o) => {
			u(e, t, n, i, r, o, a);
		}, ie = K(e.bands, Sr).find((e) => e.series[0] == t), ae = ie == null ? 0 : ie.dir, oe = m.fillTo(e, t, m.min, m.max, ae), j = T(b(oe, v, w, S)), M, N, se, P = C, F = T(m.width * W), ce = !1, le = null, ue = null, de = null, fe = null;
		d != null && (F == 0 || f != null) && (ce = !0, le = d.values(e, t, i, p), ue = /* @__PURE__ */ new Map(), new Set(le).forEach((e) => {
			e != null && ue.set(e, new Path2D());
		}), F > 0 && (de = f.values(e, t, i, p), fe = /* @__PURE__ */ new Map(), new Set(de).forEach((e) => {
			e != null && fe.set(e, new Path2D());
		})));
		let { x0: pe, size: me } = l;
		if (pe != null && me != null) {
			E = 1, h = pe.values(e, t, i, p), pe.unit == 2 && (h = h.map((t) => e.posToVal(x + t * C, _.key, !0)));
			let n = me.values(e, t, i, p);
			N = me.unit == 2 ? n[0] * C : y(n[0], _, C, x) - y(0, _, C, x), P = qa(h, g, y, _, C, x, P), se = P - N + D;
		} else P = qa(h, g, y, _, C, x, P), se = P * o + D, N = P - se;
		se < 1 && (se = 0), F >= N / 2 && (F = 0), se < 5 && (T = cr);
		let he = se > 0, I = P - se - (he ? F : 0);
		N = T(ar(I, k, O)), M = (E == 0 ? N / 2 : E == te ? 0 : N) - E * te * ((E == 0 ? D / 2 : 0) + (he ? F / 2 : 0));
		let ge = {
			stroke: null,
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: 0
		}, _e = ce ? null : new Path2D(), ve = null;
		if (ie != null) ve = e.data[ie.series[1]];
		else {
			let { y0: n, y1: r } = l;
			n != null && r != null && (g = r.values(e, t, i, p), ve = n.values(e, t, i, p));
		}
		let ye = ee * N, be = A * N;
		for (let n = te == 1 ? i : p; n >= i && n <= p; n += te) {
			let r = g[n];
			if (r == null) continue;
			if (ve != null) {
				let e = ve[n] ?? 0;
				if (r - e == 0) continue;
				j = b(e, v, w, S);
			}
			let i = y(_.distr != 2 || l != null ? h[n] : n, _, C, x), a = b(K(r, oe), v, w, S), o = T(i - M), s = T(Xn(a, j)), c = T(Yn(a, j)), u = s - c;
			if (r != null) {
				let i = r < 0 ? be : ye, a = r < 0 ? ye : be;
				ce ? (F > 0 && de[n] != null && ne(fe.get(de[n]), o, c + Kn(F / 2), N, Xn(0, u - F), i, a), le[n] != null && ne(ue.get(le[n]), o, c + Kn(F / 2), N, Xn(0, u - F), i, a)) : ne(_e, o, c + Kn(F / 2), N, Xn(0, u - F), i, a), re(e, t, n, o - F / 2, c, N + F, u);
			}
		}
		return F > 0 ? ge.stroke = ce ? fe : _e : ce || (ge._fill = m.width == 0 ? m._fill : m._stroke ?? m._fill, ge.width = 0), ge.fill = ce ? ue : _e, ge;
	});
}
function Ya(e, t) {
	let n = K(t?.alignGaps, 0);
	return (t, r, i, a) => Sa(t, r, (o, s, c, l, u, d, f, p, m, h, g) => {
		[i, a] = kn(c, i, a);
		let _ = o.pxRound, v = (e) => _(d(e, l, h, p)), y = (e) => _(f(e, u, g, m)), b, x, S;
		l.ori == 0 ? (b = ja, S = Na, x = za) : (b = Ma, S = Pa, x = Ba);
		let C = l.dir * (l.ori == 0 ? 1 : -1), w = v(s[C == 1 ? i : a]), T = w, E = [], D = [];
		for (let e = C == 1 ? i : a; e >= i && e <= a; e += C) if (c[e] != null) {
			let t = s[e], n = v(t);
			E.push(T = n), D.push(y(c[e]));
		}
		let O = {
			stroke: e(E, D, b, S, x, _),
			fill: null,
			clip: null,
			band: null,
			gaps: null,
			flags: ba
		}, k = O.stroke, [ee, A] = Ca(t, r);
		if (o.fill != null || ee != 0) {
			let e = O.fill = new Path2D(k), n = y(o.fillTo(t, r, o.min, o.max, ee));
			S(e, T, n), S(e, w, n);
		}
		if (!o.spanGaps) {
			let e = [];
			e.push(...Oa(s, c, i, a, C, v, n)), O.gaps = e = o.gaps(t, r, i, a, e), O.clip = Ea(e, l.ori, p, m, h, g);
		}
		return A != 0 && (O.band = A == 2 ? [Ta(t, r, i, a, k, -1), Ta(t, r, i, a, k, 1)] : Ta(t, r, i, a, k, A)), O;
	});
}
function Xa(e) {
	return Ya(Za, e);
}
function Za(e, t, n, r, i, a) {
	let o = e.length;
	if (o < 2) return null;
	let s = new Path2D();
	if (n(s, e[0], t[0]), o == 2) r(s, e[1], t[1]);
	else {
		let n = Array(o), r = Array(o - 1), a = Array(o - 1), c = Array(o - 1);
		for (let n = 0; n < o - 1; n++) a[n] = t[n + 1] - t[n], c[n] = e[n + 1] - e[n], r[n] = a[n] / c[n];
		n[0] = r[0];
		for (let e = 1; e < o - 1; e++) r[e] === 0 || r[e - 1] === 0 || r[e - 1] > 0 != r[e] > 0 ? n[e] = 0 : (n[e] = 3 * (c[e - 1] + c[e]) / ((2 * c[e] + c[e - 1]) / r[e - 1] + (c[e] + 2 * c[e - 1]) / r[e]), isFinite(n[e]) || (n[e] = 0));
		n[o - 1] = r[o - 2];
		for (let r = 0; r < o - 1; r++) i(s, e[r] + c[r] / 3, t[r] + n[r] * c[r] / 3, e[r + 1] - c[r] / 3, t[r + 1] - n[r + 1] * c[r] / 3, e[r + 1], t[r + 1]);
	}
	return s;
}
var Qa = /* @__PURE__ */ new Set();
function $a() {
	for (let e of Qa) e.syncRect(!0);
}
an && (Cn($t, sn, $a), Cn(en, sn, $a, !0), Cn(nn, sn, () => {
	go.pxRatio = W;
}));
var eo = Ga(), to = Va();
function no(e, t, n, r) {
	return (r ? [e[0], e[1]].concat(e.slice(2)) : [e[0]].concat(e.slice(1))).map((e, r) => io(e, r, t, n));
}
function ro(e, t) {
	return e.map((e, n) => n == 0 ? {} : Nr({}, t, e));
}
function io(e, t, n, r) {
	return Nr({}, t == 0 ? n : r, e);
}
function ao(e, t, n) {
	return t == null ? Cr : [t, n];
}
var oo = ao;
function so(e, t, n) {
	return t == null ? Cr : Rn(t, n, Pn, !0);
}
function co(e, t, n, r) {
	return t == null ? Cr : Mn(t, n, e.scales[r].log, !1);
}
var lo = co;
function uo(e, t, n, r) {
	return t == null ? Cr : Nn(t, n, e.scales[r].log, !1);
}
var fo = uo;
function po(e, t, n, r, i) {
	let a = Xn(ir(e), ir(t)), o = t - e, s = Tn(i / r * o, n);
	do {
		let e = n[s], t = r * e / o;
		if (t >= i && a + (e < 5 ? vr.get(e) : 0) <= 17) return [e, t];
	} while (++s < n.length);
	return [0, 0];
}
function mo(e) {
	let t, n;
	return e = e.replace(/(\d+)px/, (e, r) => (t = qn((n = +r) * W)) + "px"), [
		e,
		t,
		n
	];
}
function ho(e) {
	e.show && [e.font, e.labelFont].forEach((e) => {
		let t = J(e[2] * W, 1);
		e[0] = e[0].replace(/[0-9.]+px/, t + "px"), e[1] = t;
	});
}
function go(e, t, n) {
	let r = { mode: K(e.mode, 1) }, i = r.mode;
	function a(e, t, n, r) {
		let i = t.valToPct(e);
		return r + n * (t.dir == -1 ? 1 - i : i);
	}
	function o(e, t, n, r) {
		let i = t.valToPct(e);
		return r + n * (t.dir == -1 ? i : 1 - i);
	}
	function s(e, t, n, r) {
		return t.ori == 0 ? a(e, t, n, r) : o(e, t, n, r);
	}
	r.valToPosH = a, r.valToPosV = o;
	let c = !1;
	r.status = 0;
	let l = r.root = mn(yt);
	if (e.id != null && (l.id = e.id), dn(l, e.class), e.title) {
		let t = mn(St, l);
		t.textContent = e.title;
	}
	let u = pn("canvas"), d = r.ctx = u.getContext("2d"), f = mn(Ct, l);
	Cn("click", f, (e) => {
		e.target === m && (Y != Tr || X != Ar) && Ir.click(r, e);
	}, !0);
	let p = r.under = mn(wt, f);
	f.appendChild(u);
	let m = r.over = mn(Tt, f);
	e = Mr(e);
	let h = +K(e.pxAlign, 1), g = ka(h);
	(e.plugins || []).forEach((t) => {
		t.opts && (e = t.opts(r, e) || e);
	});
	let _ = e.ms || .001, v = r.series = i == 1 ? no(e.series || [], Yi, ma, !1) : ro(e.series || [null], pa), y = r.axes = no(e.axes || [], Ki, ca, !0), b = r.scales = {}, x = r.bands = e.bands || [];
	x.forEach((e) => {
		e.fill = q(e.fill || null), e.dir = K(e.dir, -1);
	});
	let S = i == 2 ? v[1].facets[0].scale : v[0].scale, C = {
		axes: Ln,
		series: hn
	}, w = (e.drawOrder || ["axes", "series"]).map((e) => C[e]);
	function T(e) {
		let t = e.distr == 3 ? (t) => $n(t > 0 ? t : e.clamp(r, t, e.min, e.max, e.key)) : e.distr == 4 ? (t) => nr(t, e.asinh) : e.distr == 100 ? (t) => e.fwd(t) : (e) => e;
		return (n) => {
			let r = t(n), { _min: i, _max: a } = e, o = a - i;
			return (r - i) / o;
		};
	}
	function E(t) {
		let n = b[t];
		if (n == null) {
			let r = (e.scales || xr)[t] || xr;
			if (r.from != null) {
				E(r.from);
				let e = Nr({}, b[r.from], r, { key: t });
				e.valToPct = T(e), b[t] = e;
			} else {
				n = b[t] = Nr({}, t == S ? ga : _a, r), n.key = t;
				let e = n.time, a = n.range, o = wr(a);
				if ((t != S || i == 2 && !e) && (o && (a[0] == null || a[1] == null) && (a = {
					min: a[0] == null ? Fn : {
						mode: 1,
						hard: a[0],
						soft: a[0]
					},
					max: a[1] == null ? Fn : {
						mode: 1,
						hard: a[1],
						soft: a[1]
					}
				}, o = !1), !o && Or(a))) {
					let e = a;
					a = (t, n, r) => n == null ? Cr : Rn(n, r, e);
				}
				n.range = q(a || (e ? oo : t == S ? n.distr == 3 ? lo : n.distr == 4 ? fo : ao : n.distr == 3 ? co : n.distr == 4 ? uo : so)), n.auto = q(!o && n.auto), n.clamp = q(n.clamp || ha), n._min = n._max = null, n.valToPct = T(n);
			}
		}
	}
	E("x"), E("y"), i == 1 && v.forEach((e) => {
		E(e.scale);
	}), y.forEach((e) => {
		E(e.scale);
	});
	for (let t in e.scales) E(t);
	let D = b[S], O = D.distr, k, ee;
	D.ori == 0 ? (dn(l, bt), k = a, ee = o) : (dn(l, xt), k = o, ee = a);
	let A = {};
	for (let e in b) {
		let t = b[e];
		(t.min != null || t.max != null) && (A[e] = {
			min: t.min,
			max: t.max
		}, t.min = t.max = null);
	}
	let te = e.tzDate || ((e) => new Date(qn(e / _))), ne = e.fmtDate || Jr, re = _ == 1 ? gi(te) : yi(te), ie = xi(te, bi(_ == 1 ? hi : vi, ne)), ae = Ei(te, wi(Ti, ne)), oe = [], j = r.legend = Nr({}, ki, e.legend), M = r.cursor = Nr({}, Ri, { drag: { y: i == 2 } }, e.cursor), N = j.show, se = M.show, P = j.markers;
	j.idxs = oe, P.width = q(P.width), P.dash = q(P.dash), P.stroke = q(P.stroke), P.fill = q(P.fill);
	let F, ce, le, ue = [], de = [], fe, pe = !1, me = {};
	if (j.live) {
		let e = v[1] ? v[1].values : null;
		pe = e != null, fe = pe ? e(r, 1, 0) : { _: 0 };
		for (let e in fe) me[e] = rn;
	}
	if (N) {
		if (F = pn("table", Mt, l), le = pn("tbody", null, F), j.mount(r, F), pe) {
			ce = pn("thead", null, F, le);
			let e = pn("tr", null, ce);
			for (var he in pn("th", null, e), fe) pn("th", Lt, e).textContent = he;
		} else dn(F, Pt), j.live && dn(F, Nt);
	}
	let I = { show: !0 }, ge = { show: !1 };
	function _e(e, t) {
		if (t == 0 && (pe || !j.live || i == 2)) return Cr;
		let n = [], a = pn("tr", Ft, le, le.childNodes[t]);
		dn(a, e.class), e.show || dn(a, Dt);
		let o = pn("th", null, a);
		if (P.show) {
			let e = mn(It, o);
			if (t > 0) {
				let n = P.width(r, t);
				n && (e.style.border = n + "px " + P.dash(r, t) + " " + P.stroke(r, t)), e.style.background = P.fill(r, t);
			}
		}
		let s = mn(Lt, o);
		for (var c in e.label instanceof HTMLElement ? s.appendChild(e.label) : s.textContent = e.label, t > 0 && (P.show || (s.style.color = e.width > 0 ? P.stroke(r, t) : P.fill(r, t)), ye("click", o, (t) => {
			if (M._lock) return;
			B(t);
			let n = v.indexOf(e);
			if ((t.ctrlKey || t.metaKey) != j.isolate) {
				let e = v.some((e, t) => t > 0 && t != n && e.show);
				v.forEach((t, r) => {
					r > 0 && Wr(r, e ? r == n ? I : ge : I, !0, Gi.setSeries);
				});
			} else Wr(n, { show: !e.show }, !0, Gi.setSeries);
		}, !1), Ge && ye(Xt, o, (t) => {
			M._lock || (B(t), Wr(v.indexOf(e), $r, !0, Gi.setSeries));
		}, !1)), fe) {
			let e = pn("td", Rt, a);
			e.textContent = "--", n.push(e);
		}
		return [a, n];
	}
	let ve = /* @__PURE__ */ new Map();
	function ye(e, t, n, i = !0) {
		let a = ve.get(t) || {}, o = M.bind[e](r, t, n, i);
		o && (Cn(e, t, a[e] = o), ve.set(t, a));
	}
	function be(e, t, n) {
		let r = ve.get(t) || {};
		for (let n in r) (e == null || n == e) && (wn(n, t, r[n]), delete r[n]);
		e ?? ve.delete(t);
	}
	let xe = 0, Se = 0, L = 0, R = 0, Ce = 0, we = 0, Te = Ce, Ee = we, De = L, Oe = R, ke = 0, Ae = 0, je = 0, Me = 0;
	r.bbox = {};
	let Ne = !1, Pe = !1, z = !1, Fe = !1, Ie = !1, Le = !1;
	function Re(e, t, n) {
		(n || e != r.width || t != r.height) && ze(e, t), Bn(!1), z = !0, Pe = !0, Qn();
	}
	function ze(e, t) {
		r.width = xe = L = e, r.height = Se = R = t, Ce = we = 0, He(), Ue();
		let n = r.bbox;
		ke = n.left = hr(Ce * W, .5), Ae = n.top = hr(we * W, .5), je = n.width = hr(L * W, .5), Me = n.height = hr(R * W, .5);
	}
	function Be() {
		let e = !1, t = 0;
		for (; !e;) {
			t++;
			let n = An(t), i = In(t);
			e = t == 3 || n && i, e || (ze(r.width, r.height), Pe = !0);
		}
	}
	function Ve({ width: e, height: t }) {
		Re(e, t);
	}
	r.setSize = Ve;
	function He() {
		let e = !1, t = !1, n = !1, r = !1;
		y.forEach((i, a) => {
			if (i.show && i._show) {
				let { side: a, _size: o } = i, s = a % 2, c = o + (i.label == null ? 0 : i.labelSize);
				c > 0 && (s ? (L -= c, a == 3 ? (Ce += c, r = !0) : n = !0) : (R -= c, a == 0 ? (we += c, e = !0) : t = !0));
			}
		}), et[0] = e, et[1] = n, et[2] = t, et[3] = r, L -= it[1] + it[3], Ce += it[3], R -= it[2] + it[0], we += it[0];
	}
	function Ue() {
		let e = Ce + L, t = we + R, n = Ce, r = we;
		function i(i, a) {
			switch (i) {
				case 1: return e += a, e - a;
				case 2: return t += a, t - a;
				case 3: return n -= a, n + a;
				case 0: return r -= a, r + a;
			}
		}
		y.forEach((e, t) => {
			if (e.show && e._show) {
				let t = e.side;
				e._pos = i(t, e._size), e.label != null && (e._lpos = i(t, e.labelSize));
			}
		});
	}
	if (M.dataIdx == null) {
		let e = M.hover, n = e.skip = new Set(e.skip ?? []);
		n.add(void 0);
		let r = e.prox = q(e.prox), i = e.bias ??= 0;
		M.dataIdx = (e, a, o, s) => {
			if (a == 0) return o;
			let c = o, l = r(e, a, o, s) ?? rr, u = l >= 0 && l < rr, d = D.ori == 0 ? L : R, f = M.left, p = t[0], m = t[a];
			if (n.has(m[o])) {
				c = null;
				let e = null, t = null, r;
				if (i == 0 || i == -1) for (r = o; e == null && r-- > 0;) n.has(m[r]) || (e = r);
				if (i == 0 || i == 1) for (r = o; t == null && r++ < m.length;) n.has(m[r]) || (t = r);
				if (e != null || t != null) {
					if (u) {
						let n = e == null ? -Infinity : k(p[e], D, d, 0), r = t == null ? Infinity : k(p[t], D, d, 0), i = f - n, a = r - f;
						i <= a ? i <= l && (c = e) : a <= l && (c = t);
					} else c = t == null ? e : e == null ? t : o - e <= t - o ? e : t;
				}
			} else u && Gn(f - k(p[o], D, d, 0)) > l && (c = null);
			return c;
		};
	}
	let B = (e) => {
		M.event = e;
	};
	M.idxs = oe, M._lock = !1;
	let V = M.points;
	V.show = q(V.show), V.size = q(V.size), V.stroke = q(V.stroke), V.width = q(V.width), V.fill = q(V.fill);
	let We = r.focus = Nr({}, e.focus || { alpha: .3 }, M.focus), Ge = We.prox >= 0, Ke = Ge && V.one, qe = [], Je = [], Ye = [];
	function Xe(e, t) {
		let n = V.show(r, t);
		if (n instanceof HTMLElement) return dn(n, jt), dn(n, e.class), gn(n, -10, -10, L, R), m.insertBefore(n, qe[t]), n;
	}
	function Ze(e, t) {
		if (i == 1 || t > 0) {
			let t = i == 1 && b[e.scale].time, n = e.value;
			e.value = t ? Dr(n) ? Ei(te, wi(n, ne)) : n || ae : n || sa, e.label = e.label || (t ? Ji : qi);
		}
		if (Ke || t > 0) {
			e.width = e.width == null ? 1 : e.width, e.paths = e.paths || eo || ur, e.fillTo = q(e.fillTo || wa), e.pxAlign = +K(e.pxAlign, h), e.pxRound = ka(e.pxAlign), e.stroke = q(e.stroke || null), e.fill = q(e.fill || null), e._stroke = e._fill = e._paths = e._focus = null;
			let t = la(Xn(1, e.width), 1), n = e.points = Nr({}, {
				size: t,
				width: Xn(1, t * .2),
				stroke: e.stroke,
				space: t * 2,
				paths: to,
				_stroke: null,
				_fill: null
			}, e.points);
			n.show = q(n.show), n.filter = q(n.filter), n.fill = q(n.fill), n.stroke = q(n.stroke), n.paths = q(n.paths), n.pxAlign = e.pxAlign;
		}
		if (N) {
			let n = _e(e, t);
			ue.splice(t, 0, n[0]), de.splice(t, 0, n[1]), j.values.push(null);
		}
		if (se) {
			oe.splice(t, 0, null);
			let n = null;
			Ke ? t == 0 && (n = Xe(e, t)) : t > 0 && (n = Xe(e, t)), qe.splice(t, 0, n), Je.splice(t, 0, 0), Ye.splice(t, 0, 0);
		}
		Ui("addSeries", t);
	}
	function Qe(e, t) {
		t ??= v.length, e = i == 1 ? io(e, t, Yi, ma) : io(e, t, {}, pa), v.splice(t, 0, e), Ze(v[t], t);
	}
	r.addSeries = Qe;
	function $e(e) {
		if (v.splice(e, 1), N) {
			j.values.splice(e, 1), de.splice(e, 1);
			let t = ue.splice(e, 1)[0];
			be(null, t.firstChild), t.remove();
		}
		se && (oe.splice(e, 1), qe.splice(e, 1)[0].remove(), Je.splice(e, 1), Ye.splice(e, 1)), Ui("delSeries", e);
	}
	r.delSeries = $e;
	let et = [
		!1,
		!1,
		!1,
		!1
	];
	function tt(e, t) {
		if (e._show = e.show, e.show) {
			let n = e.side % 2, i = b[e.scale];
			i ??= (e.scale = n ? v[1].scale : S, b[e.scale]);
			let a = i.time;
			e.size = q(e.size), e.space = q(e.space), e.rotate = q(e.rotate), wr(e.incrs) && e.incrs.forEach((e) => {
				!vr.has(e) && vr.set(e, yr(e));
			}), e.incrs = q(e.incrs || (i.distr == 2 ? ti : a ? _ == 1 ? mi : _i : ni)), e.splits = q(e.splits || (a && i.distr == 1 ? re : i.distr == 3 ? Qi : i.distr == 4 ? $i : Zi)), e.stroke = q(e.stroke), e.grid.stroke = q(e.grid.stroke), e.ticks.stroke = q(e.ticks.stroke), e.border.stroke = q(e.border.stroke);
			let o = e.values;
			e.values = wr(o) && !wr(o[0]) ? q(o) : a ? wr(o) ? xi(te, bi(o, ne)) : Dr(o) ? Si(te, o) : o || ie : o || Xi, e.filter = q(e.filter || (i.distr >= 3 && i.log == 10 ? aa : i.distr == 3 && i.log == 2 ? oa : lr)), e.font = mo(e.font), e.labelFont = mo(e.labelFont), e._size = e.size(r, null, t, 0), e._space = e._rotate = e._incrs = e._found = e._splits = e._values = null, e._size > 0 && (et[t] = !0, e._el = mn(Et, f));
		}
	}
	function nt(e, t, n, r) {
		let [i, a, o, s] = n, c = t % 2, l = 0;
		return c == 0 && (s || a) && (l = t == 0 && !i || t == 2 && !o ? qn(Ki.size / 3) : 0), c == 1 && (i || o) && (l = t == 1 && !a || t == 3 && !s ? qn(ca.size / 2) : 0), l;
	}
	let rt = r.padding = (e.padding || [
		nt,
		nt,
		nt,
		nt
	]).map((e) => q(K(e, nt))), it = r._padding = rt.map((e, t) => e(r, t, et, 0)), at, ot = null, st = null, ct = i == 1 ? v[0].idxs : null, lt = null, ut = !1;
	function dt(e, n) {
		if (t = e ?? [], r.data = r._data = t, i == 2) {
			at = 0;
			for (let e = 1; e < v.length; e++) at += t[e][0].length;
		} else {
			t.length == 0 && (r.data = r._data = t = [[]]), lt = t[0], at = lt.length;
			let e = t;
			if (O == 2) {
				e = t.slice();
				let n = e[0] = Array(at);
				for (let e = 0; e < at; e++) n[e] = e;
			}
			r._data = t = e;
		}
		if (Bn(!0), Ui("setData"), O == 2 && (z = !0), n !== !1) {
			let e = D;
			e.auto(r, ut) ? ft() : Ur(S, e.min, e.max), Fe ||= M.left >= 0, Le = !0, Qn();
		}
	}
	r.setData = dt;
	function ft() {
		ut = !0;
		let e, n;
		i == 1 && (at > 0 ? (ot = ct[0] = 0, st = ct[1] = at - 1, e = t[0][ot], n = t[0][st], O == 2 ? (e = ot, n = st) : e == n && (O == 3 ? [e, n] = Mn(e, e, D.log, !1) : O == 4 ? [e, n] = Nn(e, e, D.log, !1) : D.time ? n = e + qn(86400 / _) : [e, n] = Rn(e, n, Pn, !0))) : (ot = ct[0] = e = null, st = ct[1] = n = null)), Ur(S, e, n);
	}
	let H, U, pt, mt, ht, gt, _t, vt, Gt, $t;
	function en(e, t, n, r, i, a) {
		e ??= Kt, n ??= Sr, r ??= "butt", i ??= Kt, a ??= "round", e != H && (d.strokeStyle = H = e), i != U && (d.fillStyle = U = i), t != pt && (d.lineWidth = pt = t), a != ht && (d.lineJoin = ht = a), r != gt && (d.lineCap = gt = r), n != mt && d.setLineDash(mt = n);
	}
	function tn(e, t, n, r) {
		t != U && (d.fillStyle = U = t), e != _t && (d.font = _t = e), n != vt && (d.textAlign = vt = n), r != Gt && (d.textBaseline = Gt = r);
	}
	function an(e, t, n, i, a = 0) {
		if (i.length > 0 && e.auto(r, ut) && (t == null || t.min == null)) {
			let t = K(ot, 0), r = K(st, i.length - 1), o = n.min == null ? jn(i, t, r, a, e.distr == 3) : [n.min, n.max];
			e.min = Yn(e.min, n.min = o[0]), e.max = Xn(e.max, n.max = o[1]);
		}
	}
	let cn = {
		min: null,
		max: null
	};
	function ln() {
		for (let e in b) {
			let t = b[e];
			A[e] == null && (t.min == null || A[S] != null && t.auto(r, ut)) && (A[e] = cn);
		}
		for (let e in b) {
			let t = b[e];
			A[e] == null && t.from != null && A[t.from] != null && (A[e] = cn);
		}
		A[S] != null && Bn(!0);
		let e = {};
		for (let t in A) {
			let n = A[t];
			if (n != null) {
				let a = e[t] = Mr(b[t], kr);
				if (n.min != null) Nr(a, n);
				else if (t != S || i == 2) {
					if (at == 0 && a.from == null) {
						let e = a.range(r, null, null, t);
						a.min = e[0], a.max = e[1];
					} else a.min = rr, a.max = -Infinity;
				}
			}
		}
		if (at > 0) {
			v.forEach((n, a) => {
				if (i == 1) {
					let i = n.scale, o = A[i];
					if (o == null) return;
					let s = e[i];
					if (a == 0) {
						let e = s.range(r, s.min, s.max, i);
						s.min = e[0], s.max = e[1], ot = Tn(s.min, t[0]), st = Tn(s.max, t[0]), st - ot > 1 && (t[0][ot] < s.min && ot++, t[0][st] > s.max && st--), n.min = lt[ot], n.max = lt[st];
					} else n.show && n.auto && an(s, o, n, t[a], n.sorted);
					n.idxs[0] = ot, n.idxs[1] = st;
				} else if (a > 0 && n.show && n.auto) {
					let [r, i] = n.facets, o = r.scale, s = i.scale, [c, l] = t[a], u = e[o], d = e[s];
					u != null && an(u, A[o], r, c, r.sorted), d != null && an(d, A[s], i, l, i.sorted), n.min = i.min, n.max = i.max;
				}
			});
			for (let t in e) {
				let n = e[t], i = A[t];
				if (n.from == null && (i == null || i.min == null)) {
					let e = n.range(r, n.min == rr ? null : n.min, n.max == -Infinity ? null : n.max, t);
					n.min = e[0], n.max = e[1];
				}
			}
		}
		for (let t in e) {
			let n = e[t];
			if (n.from != null) {
				let i = e[n.from];
				if (i.min == null) n.min = n.max = null;
				else {
					let e = n.range(r, i.min, i.max, t);
					n.min = e[0], n.max = e[1];
				}
			}
		}
		let n = {}, a = !1;
		for (let t in e) {
			let r = e[t], i = b[t];
			if (i.min != r.min || i.max != r.max) {
				i.min = r.min, i.max = r.max;
				let e = i.distr;
				i._min = e == 3 ? $n(i.min) : e == 4 ? nr(i.min, i.asinh) : e == 100 ? i.fwd(i.min) : i.min, i._max = e == 3 ? $n(i.max) : e == 4 ? nr(i.max, i.asinh) : e == 100 ? i.fwd(i.max) : i.max, n[t] = a = !0;
			}
		}
		if (a) {
			v.forEach((e, t) => {
				i == 2 ? t > 0 && n.y && (e._paths = null) : n[e.scale] && (e._paths = null);
			});
			for (let e in n) z = !0, Ui("setScale", e);
			se && M.left >= 0 && (Fe = Le = !0);
		}
		for (let e in A) A[e] = null;
	}
	function un(e) {
		let t = ar(ot - 1, 0, at - 1), n = ar(st + 1, 0, at - 1);
		for (; e[t] == null && t > 0;) t--;
		for (; e[n] == null && n < at - 1;) n++;
		return [t, n];
	}
	function hn() {
		if (at > 0) {
			let e = v.some((e) => e._focus) && $t != We.alpha;
			e && (d.globalAlpha = $t = We.alpha), v.forEach((e, n) => {
				if (n > 0 && e.show && (_n(n, !1), _n(n, !0), e._paths == null)) {
					let a = $t;
					$t != e.alpha && (d.globalAlpha = $t = e.alpha);
					let o = i == 2 ? [0, t[n][0].length - 1] : un(t[n]);
					e._paths = e.paths(r, n, o[0], o[1]), $t != a && (d.globalAlpha = $t = a);
				}
			}), v.forEach((e, t) => {
				if (t > 0 && e.show) {
					let n = $t;
					$t != e.alpha && (d.globalAlpha = $t = e.alpha), e._paths != null && yn(t, !1);
					{
						let n = e._paths == null ? null : e._paths.gaps, i = e.points.show(r, t, ot, st, n), a = e.points.filter(r, t, i, n);
						(i || a) && (e.points._paths = e.points.paths(r, t, ot, st, a), yn(t, !0));
					}
					$t != n && (d.globalAlpha = $t = n), Ui("drawSeries", t);
				}
			}), e && (d.globalAlpha = $t = 1);
		}
	}
	function _n(e, t) {
		let n = t ? v[e].points : v[e];
		n._stroke = n.stroke(r, e), n._fill = n.fill(r, e);
	}
	function yn(e, t) {
		let n = t ? v[e].points : v[e], { stroke: r, fill: i, clip: a, flags: o, _stroke: s = n._stroke, _fill: c = n._fill, _width: l = n.width } = n._paths;
		l = J(l * W, 3);
		let u = null, f = l % 2 / 2;
		t && c == null && (c = l > 0 ? "#fff" : s);
		let p = n.pxAlign == 1 && f > 0;
		if (p && d.translate(f, f), !t) {
			let e = ke - l / 2, t = Ae - l / 2, n = je + l, r = Me + l;
			u = new Path2D(), u.rect(e, t, n, r);
		}
		t ? Sn(s, l, n.dash, n.cap, c, r, i, o, a) : xn(e, s, l, n.dash, n.cap, c, r, i, o, u, a), p && d.translate(-f, -f);
	}
	function xn(e, n, i, a, o, s, c, l, u, d, f) {
		let p = !1;
		u != 0 && x.forEach((m, h) => {
			if (m.series[0] == e) {
				let e = v[m.series[1]], g = t[m.series[1]], _ = (e._paths || xr).band;
				wr(_) && (_ = m.dir == 1 ? _[0] : _[1]);
				let y, b = null;
				e.show && _ && zn(g, ot, st) ? (b = m.fill(r, h) || s, y = e._paths.clip) : _ = null, Sn(n, i, a, o, b, c, l, u, d, f, y, _), p = !0;
			}
		}), p || Sn(n, i, a, o, s, c, l, u, d, f);
	}
	function Sn(e, t, n, r, i, a, o, s, c, l, u, f) {
		en(e, t, n, r, i), (c || l || f) && (d.save(), c && d.clip(c), l && d.clip(l)), f ? (s & 3) == 3 ? (d.clip(f), u && d.clip(u), Dn(i, o), En(e, a, t)) : s & xa ? (Dn(i, o), d.clip(f), En(e, a, t)) : s & ba && (d.save(), d.clip(f), u && d.clip(u), Dn(i, o), d.restore(), En(e, a, t)) : (Dn(i, o), En(e, a, t)), (c || l || f) && d.restore();
	}
	function En(e, t, n) {
		n > 0 && (t instanceof Map ? t.forEach((e, t) => {
			d.strokeStyle = H = t, d.stroke(e);
		}) : t != null && e && d.stroke(t));
	}
	function Dn(e, t) {
		t instanceof Map ? t.forEach((e, t) => {
			d.fillStyle = U = t, d.fill(e);
		}) : t != null && e && d.fill(t);
	}
	function On(e, t, n, i) {
		let a = y[e], o;
		if (i <= 0) o = [0, 0];
		else {
			let s = a._space = a.space(r, e, t, n, i);
			o = po(t, n, a._incrs = a.incrs(r, e, t, n, i, s), i, s);
		}
		return a._found = o;
	}
	function kn(e, t, n, r, i, a, o, s, c, l) {
		let u = o % 2 / 2;
		h == 1 && d.translate(u, u), en(s, o, c, l, s), d.beginPath();
		let f, p, m, g, _ = i + (r == 0 || r == 3 ? -a : a);
		n == 0 ? (p = i, g = _) : (f = i, m = _);
		for (let r = 0; r < e.length; r++) t[r] != null && (n == 0 ? f = m = e[r] : p = g = e[r], d.moveTo(f, p), d.lineTo(m, g));
		d.stroke(), h == 1 && d.translate(-u, -u);
	}
	function An(e) {
		let t = !0;
		return y.forEach((n, i) => {
			if (!n.show) return;
			let a = b[n.scale];
			if (a.min == null) {
				n._show && (t = !1, n._show = !1, Bn(!1));
				return;
			}
			n._show || (t = !1, n._show = !0, Bn(!1));
			let o = n.side, s = o % 2, { min: c, max: l } = a, [u, d] = On(i, c, l, s == 0 ? L : R);
			if (d == 0) return;
			let f = a.distr == 2, p = n._splits = n.splits(r, i, c, l, u, d, f), m = a.distr == 2 ? p.map((e) => lt[e]) : p, h = a.distr == 2 ? lt[p[1]] - lt[p[0]] : u, g = n._values = n.values(r, n.filter(r, m, i, d, h), i, d, h);
			n._rotate = o == 2 ? n.rotate(r, g, i, d) : 0;
			let _ = n._size;
			n._size = Jn(n.size(r, g, i, e)), _ != null && n._size != _ && (t = !1);
		}), t;
	}
	function In(e) {
		let t = !0;
		return rt.forEach((n, i) => {
			let a = n(r, i, et, e);
			a != it[i] && (t = !1), it[i] = a;
		}), t;
	}
	function Ln() {
		for (let e = 0; e < y.length; e++) {
			let t = y[e];
			if (!t.show || !t._show) continue;
			let n = t.side, i = n % 2, a, o, c = t.stroke(r, e), l = n == 0 || n == 3 ? -1 : 1, [u, f] = t._found;
			if (t.label != null) {
				let s = t.labelGap * l, p = qn((t._lpos + s) * W);
				tn(t.labelFont[0], c, "center", n == 2 ? Vt : Ht), d.save(), i == 1 ? (a = o = 0, d.translate(p, qn(Ae + Me / 2)), d.rotate((n == 3 ? -Wn : Wn) / 2)) : (a = qn(ke + je / 2), o = p);
				let m = or(t.label) ? t.label(r, e, u, f) : t.label;
				d.fillText(m, a, o), d.restore();
			}
			if (f == 0) continue;
			let p = b[t.scale], m = i == 0 ? je : Me, h = i == 0 ? ke : Ae, _ = t._splits, v = p.distr == 2 ? _.map((e) => lt[e]) : _, x = p.distr == 2 ? lt[_[1]] - lt[_[0]] : u, S = t.ticks, C = t.border, w = S.show ? S.size : 0, T = qn(w * W), E = qn((t.alignTo == 2 ? t._size - w - t.gap : t.gap) * W), D = t._rotate * -Wn / 180, O = g(t._pos * W), k = O + (T + E) * l;
			o = i == 0 ? k : 0, a = i == 1 ? k : 0;
			let ee = t.font[0];
			tn(ee, c, t.align == 1 ? Ut : t.align == 2 ? Wt : D > 0 ? Ut : D < 0 ? Wt : i == 0 ? "center" : n == 3 ? Wt : Ut, D || i == 1 ? "middle" : n == 2 ? Vt : Ht);
			let A = t.font[1] * t.lineGap, te = _.map((e) => g(s(e, p, m, h))), ne = t._values;
			for (let e = 0; e < ne.length; e++) {
				let t = ne[e];
				if (t != null) {
					i == 0 ? a = te[e] : o = te[e], t = "" + t;
					let n = t.indexOf("\n") == -1 ? [t] : t.split(/\n/gm);
					for (let e = 0; e < n.length; e++) {
						let t = n[e];
						D ? (d.save(), d.translate(a, o + e * A), d.rotate(D), d.fillText(t, 0, 0), d.restore()) : d.fillText(t, a, o + e * A);
					}
				}
			}
			S.show && kn(te, S.filter(r, v, e, f, x), i, n, O, T, J(S.width * W, 3), S.stroke(r, e), S.dash, S.cap);
			let re = t.grid;
			re.show && kn(te, re.filter(r, v, e, f, x), i, i == 0 ? 2 : 1, i == 0 ? Ae : ke, i == 0 ? Me : je, J(re.width * W, 3), re.stroke(r, e), re.dash, re.cap), C.show && kn([O], [1], +(i == 0), i == 0 ? 1 : 2, i == 1 ? Ae : ke, i == 1 ? Me : je, J(C.width * W, 3), C.stroke(r, e), C.dash, C.cap);
		}
		Ui("drawAxes");
	}
	function Bn(e) {
		v.forEach((t, n) => {
			n > 0 && (t._paths = null, e && (i == 1 ? (t.min = null, t.max = null) : t.facets.forEach((e) => {
				e.min = null, e.max = null;
			})));
		});
	}
	let Vn = !1, Hn = !1, Un = [];
	function Kn() {
		Hn = !1;
		for (let e = 0; e < Un.length; e++) Ui(...Un[e]);
		Un.length = 0;
	}
	function Qn() {
		Vn ||= (Lr(ir), !0);
	}
	function er(e, t = !1) {
		Vn = !0, Hn = t, e(r), ir(), t && Un.length > 0 && queueMicrotask(Kn);
	}
	r.batch = er;
	function ir() {
		if (Ne &&= (ln(), !1), z &&= (Be(), !1), Pe) {
			if (G(p, Ut, Ce), G(p, Vt, we), G(p, zt, L), G(p, Bt, R), G(m, Ut, Ce), G(m, Vt, we), G(m, zt, L), G(m, Bt, R), G(f, zt, xe), G(f, Bt, Se), u.width = qn(xe * W), u.height = qn(Se * W), y.forEach(({ _el: e, _show: t, _size: n, _pos: r, side: i }) => {
				if (e != null) {
					if (t) {
						let t = i === 3 || i === 0 ? n : 0, a = i % 2 == 1;
						G(e, a ? "left" : "top", r - t), G(e, a ? "width" : "height", n), G(e, a ? "top" : "left", a ? we : Ce), G(e, a ? "height" : "width", a ? R : L), fn(e, Dt);
					} else dn(e, Dt);
				}
			}), H = U = pt = ht = gt = _t = vt = Gt = mt = null, $t = 1, pi(!0), Ce != Te || we != Ee || L != De || R != Oe) {
				Bn(!1);
				let e = L / De, t = R / Oe;
				if (se && !Fe && M.left >= 0) {
					M.left *= e, M.top *= t, mr && gn(mr, qn(M.left), 0, L, R), gr && gn(gr, 0, qn(M.top), L, R);
					for (let n = 0; n < qe.length; n++) {
						let r = qe[n];
						r != null && (Je[n] *= e, Ye[n] *= t, gn(r, Jn(Je[n]), Jn(Ye[n]), L, R));
					}
				}
				if (Z.show && !Ie && Z.left >= 0 && Z.width > 0) {
					Z.left *= e, Z.width *= e, Z.top *= t, Z.height *= t;
					for (let e in Oi) G(Br, e, Z[e]);
				}
				Te = Ce, Ee = we, De = L, Oe = R;
			}
			Ui("setSize"), Pe = !1;
		}
		xe > 0 && Se > 0 && (d.clearRect(0, 0, u.width, u.height), Ui("drawClear"), w.forEach((e) => e()), Ui("draw")), Z.show && Ie && (Vr(Z), Ie = !1), se && Fe && (fi(null, !0, !1), Fe = !1), j.show && j.live && Le && (ui(), Le = !1), c || (c = !0, r.status = 1, Ui("ready")), ut = !1, Vn = !1;
	}
	r.redraw = (e, t) => {
		z = t || !1, e === !1 ? Qn() : Ur(S, D.min, D.max);
	};
	function sr(e, n) {
		let i = b[e];
		if (i.from == null) {
			if (at == 0) {
				let t = i.range(r, n.min, n.max, e);
				n.min = t[0], n.max = t[1];
			}
			if (n.min > n.max) {
				let e = n.min;
				n.min = n.max, n.max = e;
			}
			if (at > 1 && n.min != null && n.max != null && n.max - n.min < 1e-16) return;
			e == S && i.distr == 2 && at > 0 && (n.min = Tn(n.min, t[0]), n.max = Tn(n.max, t[0]), n.min == n.max && n.max++), A[e] = n, Ne = !0, Qn();
		}
	}
	r.setScale = sr;
	let cr, pr, mr, gr, _r, br, Tr, Ar, jr, Pr, Y, X, Fr = !1, Ir = M.drag, Rr = Ir.x, zr = Ir.y;
	se && (M.x && (cr = mn(kt, m)), M.y && (pr = mn(At, m)), D.ori == 0 ? (mr = cr, gr = pr) : (mr = pr, gr = cr), Y = M.left, X = M.top);
	let Z = r.select = Nr({
		show: !0,
		over: !0,
		left: 0,
		width: 0,
		top: 0,
		height: 0
	}, e.select), Br = Z.show ? mn(Ot, Z.over ? m : p) : null;
	function Vr(e, t) {
		if (Z.show) {
			for (let t in e) Z[t] = e[t], t in Oi && G(Br, t, e[t]);
			t !== !1 && Ui("setSelect");
		}
	}
	r.setSelect = Vr;
	function Hr(e) {
		if (v[e].show) N && fn(ue[e], Dt);
		else if (N && dn(ue[e], Dt), se) {
			let t = Ke ? qe[0] : qe[e];
			t != null && gn(t, -10, -10, L, R);
		}
	}
	function Ur(e, t, n) {
		sr(e, {
			min: t,
			max: n
		});
	}
	function Wr(e, t, n, a) {
		t.focus != null && ei(e), t.show != null && v.forEach((n, r) => {
			r > 0 && (e == r || e == null) && (n.show = t.show, Hr(r), i == 2 ? (Ur(n.facets[0].scale, null, null), Ur(n.facets[1].scale, null, null)) : Ur(n.scale, null, null), Qn());
		}), n !== !1 && Ui("setSeries", e, t), a && na("setSeries", r, e, t);
	}
	r.setSeries = Wr;
	function Gr(e, t) {
		Nr(x[e], t);
	}
	function Kr(e, t) {
		e.fill = q(e.fill || null), e.dir = K(e.dir, -1), t ??= x.length, x.splice(t, 0, e);
	}
	function qr(e) {
		e == null ? x.length = 0 : x.splice(e, 1);
	}
	r.addBand = Kr, r.setBand = Gr, r.delBand = qr;
	function Yr(e, t) {
		v[e].alpha = t, se && qe[e] != null && (qe[e].style.opacity = t), N && ue[e] && (ue[e].style.opacity = t);
	}
	let Xr, Zr, Qr, $r = { focus: !0 };
	function ei(e) {
		if (e != Qr) {
			let t = e == null, n = We.alpha != 1;
			v.forEach((r, a) => {
				if (i == 1 || a > 0) {
					let i = t || a == 0 || a == e;
					r._focus = t ? null : i, n && Yr(a, i ? 1 : We.alpha);
				}
			}), Qr = e, n && Qn();
		}
	}
	N && Ge && ye(Zt, F, (e) => {
		M._lock || (B(e), Qr != null && Wr(null, $r, !0, Gi.setSeries));
	});
	function ri(e, t, n) {
		let r = b[t];
		n && (e = e / W - (r.ori == 1 ? we : Ce));
		let i = L;
		r.ori == 1 && (i = R, e = i - e), r.dir == -1 && (e = i - e);
		let a = r._min, o = r._max, s = e / i, c = a + (o - a) * s, l = r.distr;
		return l == 3 ? Zn(10, c) : l == 4 ? tr(c, r.asinh) : l == 100 ? r.bwd(c) : c;
	}
	function ii(e, n) {
		return Tn(ri(e, S, n), t[0], ot, st);
	}
	r.valToIdx = (e) => Tn(e, t[0]), r.posToIdx = ii, r.posToVal = ri, r.valToPos = (e, t, n) => b[t].ori == 0 ? a(e, b[t], n ? je : L, n ? ke : 0) : o(e, b[t], n ? Me : R, n ? Ae : 0), r.setCursor = (e, t, n) => {
		Y = e.left, X = e.top, fi(null, t, n);
	};
	function ai(e, t) {
		G(Br, Ut, Z.left = e), G(Br, zt, Z.width = t);
	}
	function oi(e, t) {
		G(Br, Vt, Z.top = e), G(Br, Bt, Z.height = t);
	}
	let si = D.ori == 0 ? ai : oi, ci = D.ori == 1 ? ai : oi;
	function li() {
		if (N && j.live) for (let e = +(i == 2); e < v.length; e++) {
			if (e == 0 && pe) continue;
			let t = j.values[e], n = 0;
			for (let r in t) de[e][n++].firstChild.nodeValue = t[r];
		}
	}
	function ui(e, t) {
		if (e != null && (e.idxs ? e.idxs.forEach((e, t) => {
			oe[t] = e;
		}) : Er(e.idx) || oe.fill(e.idx), j.idx = oe[0]), N && j.live) {
			for (let e = 0; e < v.length; e++) (e > 0 || i == 1 && !pe) && di(e, oe[e]);
			li();
		}
		Le = !1, t !== !1 && Ui("setLegend");
	}
	r.setLegend = ui;
	function di(e, n) {
		let i = v[e], a = e == 0 && O == 2 ? lt : t[e], o;
		pe ? o = i.values(r, e, n) ?? me : (o = i.value(r, n == null ? null : a[n], e, n), o = o == null ? me : { _: o }), j.values[e] = o;
	}
	function fi(e, n, a) {
		jr = Y, Pr = X, [Y, X] = M.move(r, Y, X), M.left = Y, M.top = X, se && (mr && gn(mr, qn(Y), 0, L, R), gr && gn(gr, 0, qn(X), L, R));
		let o, s = ot > st;
		Xr = rr, Zr = null;
		let c = D.ori == 0 ? L : R, l = D.ori == 1 ? L : R;
		if (Y < 0 || at == 0 || s) {
			o = M.idx = null;
			for (let e = 0; e < v.length; e++) {
				let t = qe[e];
				t != null && gn(t, -10, -10, L, R);
			}
			Ge && Wr(null, $r, !0, e == null && Gi.setSeries), j.live && (oe.fill(o), Le = !0);
		} else {
			let e, n, a;
			i == 1 && (e = D.ori == 0 ? Y : X, n = ri(e, S), o = M.idx = Tn(n, t[0], ot, st), a = k(t[0][o], D, c, 0));
			let s = -10, u = -10, d = 0, f = 0, p = !0, m = "", h = "";
			for (let e = +(i == 2); e < v.length; e++) {
				let g = v[e], _ = oe[e], y = _ == null ? null : i == 1 ? t[e][_] : t[e][1][_], x = M.dataIdx(r, e, o, n), S = x == null ? null : i == 1 ? t[e][x] : t[e][1][x];
				if (Le = Le || S != y || x != _, oe[e] = x, e > 0 && g.show) {
					let n = x == null ? -10 : x == o ? a : k(i == 1 ? t[0][x] : t[e][0][x], D, c, 0), _ = S == null ? -10 : ee(S, i == 1 ? b[g.scale] : b[g.facets[1].scale], l, 0);
					if (Ge && S != null) {
						let t = D.ori == 1 ? Y : X, n = Gn(We.dist(r, e, x, _, t));
						if (n < Xr) {
							let r = We.bias;
							if (r != 0) {
								let i = ri(t, g.scale), a = S >= 0 ? 1 : -1, o = i >= 0 ? 1 : -1;
								o == a && (o == 1 ? r == 1 ? S >= i : S <= i : r == 1 ? S <= i : S >= i) && (Xr = n, Zr = e);
							} else Xr = n, Zr = e;
						}
					}
					if (Le || Ke) {
						let t, i;
						D.ori == 0 ? (t = n, i = _) : (t = _, i = n);
						let a, o, c, l, g, v, y = !0, b = V.bbox;
						if (b != null) {
							y = !1;
							let t = b(r, e);
							c = t.left, l = t.top, a = t.width, o = t.height;
						} else c = t, l = i, a = o = V.size(r, e);
						if (v = V.fill(r, e), g = V.stroke(r, e), Ke) e == Zr && Xr <= We.prox && (s = c, u = l, d = a, f = o, p = y, m = v, h = g);
						else {
							let t = qe[e];
							t != null && (Je[e] = c, Ye[e] = l, bn(t, a, o, y), vn(t, v, g), gn(t, Jn(c), Jn(l), L, R));
						}
					}
				}
			}
			if (Ke) {
				let e = We.prox;
				if (Le || (Qr == null ? Xr <= e : Xr > e || Zr != Qr)) {
					let e = qe[0];
					e != null && (Je[0] = s, Ye[0] = u, bn(e, d, f, p), vn(e, m, h), gn(e, Jn(s), Jn(u), L, R));
				}
			}
		}
		if (Z.show && Fr) {
			if (e != null) {
				let [t, n] = Gi.scales, [r, i] = Gi.match, [a, o] = e.cursor.sync.scales, s = e.cursor.drag;
				if (Rr = s._x, zr = s._y, Rr || zr) {
					let { left: s, top: u, width: d, height: f } = e.select, p = e.scales[a].ori, m = e.posToVal, h, g, _, v, y, x = t != null && r(t, a), S = n != null && i(n, o);
					x && Rr ? (p == 0 ? (h = s, g = d) : (h = u, g = f), _ = b[t], v = k(m(h, a), _, c, 0), y = k(m(h + g, a), _, c, 0), si(Yn(v, y), Gn(y - v))) : si(0, c), S && zr ? (p == 1 ? (h = s, g = d) : (h = u, g = f), _ = b[n], v = ee(m(h, o), _, l, 0), y = ee(m(h + g, o), _, l, 0), ci(Yn(v, y), Gn(y - v))) : ci(0, l);
				} else Ai();
			} else {
				let e = Gn(jr - _r), t = Gn(Pr - br);
				if (D.ori == 1) {
					let n = e;
					e = t, t = n;
				}
				Rr = Ir.x && e >= Ir.dist, zr = Ir.y && t >= Ir.dist;
				let n = Ir.uni;
				n == null ? Ir.x && Ir.y && (Rr || zr) && (Rr = zr = !0) : Rr && zr && (Rr = e >= n, zr = t >= n, !Rr && !zr && (t > e ? zr = !0 : Rr = !0));
				let r, i;
				Rr && (D.ori == 0 ? (r = Tr, i = Y) : (r = Ar, i = X), si(Yn(r, i), Gn(i - r)), zr || ci(0, l)), zr && (D.ori == 1 ? (r = Tr, i = Y) : (r = Ar, i = X), ci(Yn(r, i), Gn(i - r)), Rr || si(0, c)), !Rr && !zr && (si(0, 0), ci(0, 0));
			}
		}
		if (Ir._x = Rr, Ir._y = zr, e == null) {
			if (a) {
				if (ea != null) {
					let [e, t] = Gi.scales;
					Gi.values[0] = e == null ? null : ri(D.ori == 0 ? Y : X, e), Gi.values[1] = t == null ? null : ri(D.ori == 1 ? Y : X, t);
				}
				na(qt, r, Y, X, L, R, o);
			}
			if (Ge) {
				let e = a && Gi.setSeries, t = We.prox;
				Qr == null ? Xr <= t && Wr(Zr, $r, !0, e) : Xr > t ? Wr(null, $r, !0, e) : Zr != Qr && Wr(Zr, $r, !0, e);
			}
		}
		Le && (j.idx = o, ui()), n !== !1 && Ui("setCursor");
	}
	let Q = null;
	Object.defineProperty(r, "rect", { get() {
		return Q ?? pi(!1), Q;
	} });
	function pi(e = !1) {
		e ? Q = null : (Q = m.getBoundingClientRect(), Ui("syncRect", Q));
	}
	function Ci(e, t, n, r, i, a, o) {
		M._lock || Fr && e != null && e.movementX == 0 && e.movementY == 0 || (Di(e, t, n, r, i, a, o, !1, e != null), e == null ? fi(t, !0, !1) : fi(null, !0, !0));
	}
	function Di(e, t, n, i, a, o, c, l, u) {
		if (Q ?? pi(!1), B(e), e != null) n = e.clientX - Q.left, i = e.clientY - Q.top;
		else {
			if (n < 0 || i < 0) {
				Y = -10, X = -10;
				return;
			}
			let [e, r] = Gi.scales, c = t.cursor.sync, [l, u] = c.values, [d, f] = c.scales, [p, m] = Gi.match, h = t.axes[0].side % 2 == 1, g = D.ori == 0 ? L : R, _ = D.ori == 1 ? L : R, v = h ? o : a, y = h ? a : o, x = h ? i : n, S = h ? n : i;
			if (n = d == null ? x / v * g : p(e, d) ? s(l, b[e], g, 0) : -10, i = f == null ? S / y * _ : m(r, f) ? s(u, b[r], _, 0) : -10, D.ori == 1) {
				let e = n;
				n = i, i = e;
			}
		}
		u && (t == null || t.cursor.event.type == qt) && ((n <= 1 || n >= L - 1) && (n = hr(n, L)), (i <= 1 || i >= R - 1) && (i = hr(i, R))), l ? (_r = n, br = i, [Tr, Ar] = M.move(r, n, i)) : (Y = n, X = i);
	}
	let Oi = {
		width: 0,
		height: 0,
		left: 0,
		top: 0
	};
	function Ai() {
		Vr(Oi, !1);
	}
	let ji, Mi, Ni, Pi;
	function Fi(e, t, n, i, a, o, s) {
		Fr = !0, Rr = zr = Ir._x = Ir._y = !1, Di(e, t, n, i, a, o, s, !0, !1), e != null && (ye(Yt, on, Ii, !1), na(Jt, r, Tr, Ar, L, R, null));
		let { left: c, top: l, width: u, height: d } = Z;
		ji = c, Mi = l, Ni = u, Pi = d;
	}
	function Ii(e, t, n, i, a, o, s) {
		Fr = Ir._x = Ir._y = !1, Di(e, t, n, i, a, o, s, !1, !0);
		let { left: c, top: l, width: u, height: d } = Z, f = u > 0 || d > 0, p = ji != c || Mi != l || Ni != u || Pi != d;
		if (f && p && Vr(Z), Ir.setScale && f && p) {
			let e = c, t = u, n = l, r = d;
			if (D.ori == 1 && (e = l, t = d, n = c, r = u), Rr && Ur(S, ri(e, S), ri(e + t, S)), zr) for (let e in b) {
				let t = b[e];
				e != S && t.from == null && t.min != rr && Ur(e, ri(n + r, e), ri(n, e));
			}
			Ai();
		} else M.lock && (M._lock = !M._lock, fi(t, !0, e != null));
		e != null && (be(Yt, on), na(Yt, r, Y, X, L, R, null));
	}
	function Li(e, t, n, r, i, a, o) {
		if (M._lock) return;
		B(e);
		let s = Fr;
		if (Fr) {
			let e = !0, t = !0, n, r;
			D.ori == 0 ? (n = Rr, r = zr) : (n = zr, r = Rr), n && r && (e = Y <= 10 || Y >= L - 10, t = X <= 10 || X >= R - 10), n && e && (Y = Y < Tr ? 0 : L), r && t && (X = X < Ar ? 0 : R), fi(null, !0, !0), Fr = !1;
		}
		Y = -10, X = -10, oe.fill(null), fi(null, !0, !0), s && (Fr = s);
	}
	function zi(e, t, n, i, a, o, s) {
		M._lock || (B(e), ft(), Ai(), e != null && na(Qt, r, Y, X, L, R, null));
	}
	function Bi() {
		y.forEach(ho), Re(r.width, r.height, !0);
	}
	Cn(nn, sn, Bi);
	let Vi = {};
	Vi.mousedown = Fi, Vi.mousemove = Ci, Vi.mouseup = Ii, Vi.dblclick = zi, Vi.setSeries = (e, t, n, i) => {
		let a = Gi.match[2];
		n = a(r, t, n), n != -1 && Wr(n, i, !0, !1);
	}, se && (ye(Jt, m, Fi), ye(qt, m, Ci), ye(Xt, m, (e) => {
		B(e), pi(!1);
	}), ye(Zt, m, Li), ye(Qt, m, zi), Qa.add(r), r.syncRect = pi);
	let Hi = r.hooks = e.hooks || {};
	function Ui(e, t, n) {
		Hn ? Un.push([
			e,
			t,
			n
		]) : e in Hi && Hi[e].forEach((e) => {
			e.call(null, r, t, n);
		});
	}
	(e.plugins || []).forEach((e) => {
		for (let t in e.hooks) Hi[t] = (Hi[t] || []).concat(e.hooks[t]);
	});
	let Wi = (e, t, n) => n, Gi = Nr({
		key: null,
		setSeries: !1,
		filters: {
			pub: dr,
			sub: dr
		},
		scales: [S, v[1] ? v[1].scale : null],
		match: [
			fr,
			fr,
			Wi
		],
		values: [null, null]
	}, M.sync);
	Gi.match.length == 2 && Gi.match.push(Wi), M.sync = Gi;
	let ea = Gi.key, ta = ya(ea);
	function na(e, t, n, r, i, a, o) {
		Gi.filters.pub(e, t, n, r, i, a, o) && ta.pub(e, t, n, r, i, a, o);
	}
	ta.sub(r);
	function ra(e, t, n, r, i, a, o) {
		Gi.filters.sub(e, t, n, r, i, a, o) && Vi[e](null, t, n, r, i, a, o);
	}
	r.pub = ra;
	function ia() {
		ta.unsub(r), Qa.delete(r), ve.clear(), wn(nn, sn, Bi), l.remove(), F?.remove(), Ui("destroy");
	}
	r.destroy = ia;
	function ua() {
		Ui("init", e, t), dt(t || e.data, !1), A[S] ? sr(S, A[S]) : ft(), Ie = Z.show && (Z.width > 0 || Z.height > 0), Fe = Le = !0, Re(e.width, e.height);
	}
	return v.forEach(Ze), y.forEach(tt), n ? n instanceof HTMLElement ? (n.appendChild(l), ua()) : n(r, ua) : ua(), r;
}
go.assign = Nr, go.fmtNum = Hn, go.rangeNum = Rn, go.rangeLog = Mn, go.rangeAsinh = Nn, go.orient = Sa, go.pxRatio = W, go.join = Ir, go.fmtDate = Jr, go.tzDate = Xr, go.sync = ya;
{
	go.addGap = Da, go.clipGaps = Ea;
	let e = go.paths = { points: Va };
	e.linear = Ga, e.stepped = Ka, e.bars = Ja, e.spline = Xa;
}
// node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
var _o = Symbol.for("pv"), vo = 0;
Array.isArray;
function $(t, n, r, i, a, o) {
	n ||= {};
	var s, c, l = n;
	if ("ref" in l && typeof t != "function") for (c in l = {}, n) c == "ref" ? s = n[c] : l[c] = n[c];
	var u = {
		type: t,
		props: l,
		key: r,
		ref: s,
		__k: null,
		__: null,
		__b: 0,
		__e: null,
		__c: null,
		constructor: _o,
		__v: --vo,
		__i: -1,
		__u: 0
	};
	return (a || o) && (u.__source = a, u.__self = o), e.vnode && e.vnode(u), u;
}
// src/charts.tsx
var yo = [
	{
		name: "nodes",
		of: (e) => e.n_nodes,
		color: "--blue",
		isLog: !0
	},
	{
		name: "ε",
		of: (e) => e.epsilon > 0 ? e.epsilon : null,
		color: "--orange",
		isLog: !0
	},
	{
		name: "Calinski–Harabasz ↑",
		of: (e) => e.calinski_harabasz,
		color: "--green",
		isLog: !1
	},
	{
		name: "Davies–Bouldin ↓",
		of: (e) => e.davies_bouldin,
		color: "--purple",
		isLog: !1
	}
];
function bo({ explorer: e }) {
	let t = e.meta.value;
	return t ? /* @__PURE__ */ $("section", {
		class: "charts",
		"aria-label": "Figures by level",
		children: yo.filter((e) => t.levels.some((t) => e.of(t) !== null)).map((n) => /* @__PURE__ */ $(xo, {
			explorer: e,
			line: n,
			levels: t.levels
		}, n.name))
	}) : null;
}
function xo({ explorer: e, line: t, levels: n }) {
	let r = R(null);
	return L(() => {
		let i = r.current, a = null, o = () => {
			a?.destroy();
			let r = getComputedStyle(i), o = r.getPropertyValue("--muted"), s = {
				stroke: r.getPropertyValue("--line"),
				width: 1
			}, c = {
				stroke: o,
				grid: s,
				ticks: { show: !1 },
				font: "11px system-ui, sans-serif"
			}, l = (e, t) => t.map((e) => Math.abs(Math.log10(e) % 1) < 1e-9 ? e : null), u = t.isLog ? {
				filter: l,
				grid: {
					...s,
					filter: l
				}
			} : {};
			a = new go({
				width: Math.max(i.clientWidth, 120),
				height: Math.max(i.clientHeight, 80),
				legend: { show: !1 },
				cursor: {
					drag: {
						x: !1,
						y: !1
					},
					y: !1,
					points: { size: 7 }
				},
				scales: {
					x: { time: !1 },
					y: t.isLog ? { distr: 3 } : {}
				},
				axes: [{
					...c,
					size: 22,
					gap: 2,
					space: 44
				}, {
					...c,
					...u,
					size: 46,
					gap: 3,
					space: 24,
					values: (e, t) => t.map((e) => e === null ? "" : ht(e))
				}],
				series: [{}, {
					stroke: r.getPropertyValue(t.color).trim(),
					width: 2,
					points: { show: !1 }
				}],
				hooks: {
					setCursor: [(e) => {
						let r = e.cursor.idx, a = r == null ? null : t.of(n[r]);
						i.dataset.said = a === null ? "" : `level ${r}: ${U(a)}`;
					}],
					draw: [(t) => {
						let n = t.valToPos(e.shownLevel.peek(), "x", !0), { ctx: i, bbox: a } = t;
						i.save(), i.strokeStyle = r.getPropertyValue("--ink"), i.lineWidth = devicePixelRatio, i.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]), i.beginPath(), i.moveTo(n, a.top), i.lineTo(n, a.top + a.height), i.stroke(), i.restore();
					}]
				}
			}, [n.map((e) => e.level), n.map(t.of)], i), a.over.addEventListener("click", () => {
				let t = a.cursor.idx;
				t != null && e.setLevel(Math.max(t, e.meta.value?.finest_level ?? 0));
			});
		};
		o();
		let s = new ResizeObserver(o);
		s.observe(i);
		let c = matchMedia("(prefers-color-scheme: dark)");
		c.addEventListener("change", o);
		let l = [$e(() => {
			e.shownLevel.value, a?.redraw(!1);
		}), $e(() => {
			e.theme.value, requestAnimationFrame(o);
		})];
		return () => {
			c.removeEventListener("change", o), s.disconnect();
			for (let e of l) e();
			a?.destroy();
		};
	}, []), /* @__PURE__ */ $("figure", { children: [/* @__PURE__ */ $("figcaption", { children: t.name }), /* @__PURE__ */ $("div", {
		ref: r,
		class: "chart",
		"data-chart": t.name,
		role: "img",
		"aria-label": `${t.name} by level`
	})] });
}
// src/colors.ts
var So = [
	[
		0,
		114,
		178
	],
	[
		230,
		159,
		0
	],
	[
		86,
		180,
		233
	],
	[
		213,
		94,
		0
	],
	[
		0,
		158,
		115
	],
	[
		204,
		121,
		167
	]
], Co = [
	[
		68,
		1,
		84
	],
	[
		59,
		82,
		139
	],
	[
		33,
		145,
		140
	],
	[
		94,
		201,
		98
	],
	[
		253,
		231,
		37
	]
];
function wo(e) {
	let t = Math.min(Math.max(e, 0), 1) * (Co.length - 1), n = Math.min(Math.floor(t), Co.length - 2), [r, i] = [Co[n], Co[n + 1]];
	return [
		0,
		1,
		2
	].map((e) => r[e] + (i[e] - r[e]) * (t - n));
}
function To(e) {
	return `rgb(${e.map(Math.round).join(" ")})`;
}
var Eo = `linear-gradient(to right, ${Co.map(To).join(", ")})`;
// node_modules/d3-hierarchy/dist/d3-hierarchy.mjs
function Do(e) {
	var t = 0, n = e.children, r = n && n.length;
	if (!r) t = 1;
	else for (; --r >= 0;) t += n[r].value;
	e.value = t;
}
function Oo() {
	return this.eachAfter(Do);
}
function ko(e, t) {
	let n = -1;
	for (let r of this) e.call(t, r, ++n, this);
	return this;
}
function Ao(e, t) {
	for (var n = this, r = [n], i, a, o = -1; n = r.pop();) if (e.call(t, n, ++o, this), i = n.children) for (a = i.length - 1; a >= 0; --a) r.push(i[a]);
	return this;
}
function jo(e, t) {
	for (var n = this, r = [n], i = [], a, o, s, c = -1; n = r.pop();) if (i.push(n), a = n.children) for (o = 0, s = a.length; o < s; ++o) r.push(a[o]);
	for (; n = i.pop();) e.call(t, n, ++c, this);
	return this;
}
function Mo(e, t) {
	let n = -1;
	for (let r of this) if (e.call(t, r, ++n, this)) return r;
}
function No(e) {
	return this.eachAfter(function(t) {
		for (var n = +e(t.data) || 0, r = t.children, i = r && r.length; --i >= 0;) n += r[i].value;
		t.value = n;
	});
}
function Po(e) {
	return this.eachBefore(function(t) {
		t.children && t.children.sort(e);
	});
}
function Fo(e) {
	for (var t = this, n = Io(t, e), r = [t]; t !== n;) t = t.parent, r.push(t);
	for (var i = r.length; e !== n;) r.splice(i, 0, e), e = e.parent;
	return r;
}
function Io(e, t) {
	if (e === t) return e;
	var n = e.ancestors(), r = t.ancestors(), i = null;
	for (e = n.pop(), t = r.pop(); e === t;) i = e, e = n.pop(), t = r.pop();
	return i;
}
function Lo() {
	for (var e = this, t = [e]; e = e.parent;) t.push(e);
	return t;
}
function Ro() {
	return Array.from(this);
}
function zo() {
	var e = [];
	return this.eachBefore(function(t) {
		t.children || e.push(t);
	}), e;
}
function Bo() {
	var e = this, t = [];
	return e.each(function(n) {
		n !== e && t.push({
			source: n.parent,
			target: n
		});
	}), t;
}
function* Vo() {
	var e = this, t, n = [e], r, i, a;
	do
		for (t = n.reverse(), n = []; e = t.pop();) if (yield e, r = e.children) for (i = 0, a = r.length; i < a; ++i) n.push(r[i]);
	while (n.length);
}
function Ho(e, t) {
	e instanceof Map ? (e = [void 0, e], t === void 0 && (t = Go)) : t === void 0 && (t = Wo);
	for (var n = new Jo(e), r, i = [n], a, o, s, c; r = i.pop();) if ((o = t(r.data)) && (c = (o = Array.from(o)).length)) for (r.children = o, s = c - 1; s >= 0; --s) i.push(a = o[s] = new Jo(o[s])), a.parent = r, a.depth = r.depth + 1;
	return n.eachBefore(qo);
}
function Uo() {
	return Ho(this).eachBefore(Ko);
}
function Wo(e) {
	return e.children;
}
function Go(e) {
	return Array.isArray(e) ? e[1] : null;
}
function Ko(e) {
	e.data.value !== void 0 && (e.value = e.data.value), e.data = e.data.data;
}
function qo(e) {
	var t = 0;
	do
		e.height = t;
	while ((e = e.parent) && e.height < ++t);
}
function Jo(e) {
	this.data = e, this.depth = this.height = 0, this.parent = null;
}
Jo.prototype = Ho.prototype = {
	constructor: Jo,
	count: Oo,
	each: ko,
	eachAfter: jo,
	eachBefore: Ao,
	find: Mo,
	sum: No,
	sort: Po,
	path: Fo,
	ancestors: Lo,
	descendants: Ro,
	leaves: zo,
	links: Bo,
	copy: Uo,
	[Symbol.iterator]: Vo
};
function Yo(e) {
	e.x0 = Math.round(e.x0), e.y0 = Math.round(e.y0), e.x1 = Math.round(e.x1), e.y1 = Math.round(e.y1);
}
function Xo(e, t, n, r, i) {
	for (var a = e.children, o, s = -1, c = a.length, l = e.value && (r - t) / e.value; ++s < c;) o = a[s], o.y0 = n, o.y1 = i, o.x0 = t, o.x1 = t += o.value * l;
}
function Zo() {
	var e = 1, t = 1, n = 0, r = !1;
	function i(i) {
		var o = i.height + 1;
		return i.x0 = i.y0 = n, i.x1 = e, i.y1 = t / o, i.eachBefore(a(t, o)), r && i.eachBefore(Yo), i;
	}
	function a(e, t) {
		return function(r) {
			r.children && Xo(r, r.x0, e * (r.depth + 1) / t, r.x1, e * (r.depth + 2) / t);
			var i = r.x0, a = r.y0, o = r.x1 - n, s = r.y1 - n;
			o < i && (i = o = (i + o) / 2), s < a && (a = s = (a + s) / 2), r.x0 = i, r.y0 = a, r.x1 = o, r.y1 = s;
		};
	}
	return i.round = function(e) {
		return arguments.length ? (r = !!e, i) : r;
	}, i.size = function(n) {
		return arguments.length ? (e = +n[0], t = +n[1], i) : [e, t];
	}, i.padding = function(e) {
		return arguments.length ? (n = +e, i) : n;
	}, i;
}
Object.create(Jo.prototype);
function Qo(e, t, n, r, i) {
	for (var a = e.children, o, s = -1, c = a.length, l = e.value && (i - n) / e.value; ++s < c;) o = a[s], o.x0 = t, o.x1 = r, o.y0 = n, o.y1 = n += o.value * l;
}
var $o = (1 + Math.sqrt(5)) / 2;
function es(e, t, n, r, i, a) {
	for (var o = [], s = t.children, c, l, u = 0, d = 0, f = s.length, p, m, h = t.value, g, _, v, y, b, x, S; u < f;) {
		p = i - n, m = a - r;
		do
			g = s[d++].value;
		while (!g && d < f);
		for (_ = v = g, x = Math.max(m / p, p / m) / (h * e), S = g * g * x, b = Math.max(v / S, S / _); d < f; ++d) {
			if (g += l = s[d].value, l < _ && (_ = l), l > v && (v = l), S = g * g * x, y = Math.max(v / S, S / _), y > b) {
				g -= l;
				break;
			}
			b = y;
		}
		o.push(c = {
			value: g,
			dice: p < m,
			children: s.slice(u, d)
		}), c.dice ? Xo(c, n, r, i, h ? r += m * g / h : a) : Qo(c, n, r, h ? n += p * g / h : i, a), h -= g, u = d;
	}
	return o;
}
(function e(t) {
	function n(e, n, r, i, a) {
		es(t, e, n, r, i, a);
	}
	return n.ratio = function(t) {
		return e((t = +t) > 1 ? t : 1);
	}, n;
})($o), (function e(t) {
	function n(e, n, r, i, a) {
		if ((o = e._squarify) && o.ratio === t) for (var o, s, c, l, u = -1, d, f = o.length, p = e.value; ++u < f;) {
			for (s = o[u], c = s.children, l = s.value = 0, d = c.length; l < d; ++l) s.value += c[l].value;
			s.dice ? Xo(s, n, r, i, p ? r += (a - r) * s.value / p : a) : Qo(s, n, r, p ? n += (i - n) * s.value / p : i, a), p -= s.value;
		}
		else e._squarify = o = es(t, e, n, r, i, a), o.ratio = t;
	}
	return n.ratio = function(t) {
		return e((t = +t) > 1 ? t : 1);
	}, n;
})($o);
// src/icicle.tsx
var ts = 22;
function ns({ explorer: e }) {
	let t = R(null), n = ct(0);
	L(() => {
		let e = new ResizeObserver(() => n.value = t.current.clientWidth);
		return e.observe(t.current), () => e.disconnect();
	}, []);
	let r = e.hierarchy.value, i = r?.rows ?? [], a = e.view.value, o = e.node.value, s = -1;
	if (e.hovered.value !== null && a) {
		let t = a.id.indexOf(e.hovered.value);
		t >= 0 && (s = a.leaf_begin[t]);
	}
	let c = r && n.value ? is(r.entries, n.value - 76) : [];
	return /* @__PURE__ */ $("section", {
		class: "icicle",
		"aria-label": "Hierarchy",
		children: [/* @__PURE__ */ $("h2", { children: ["Hierarchy ", /* @__PURE__ */ $("small", { children: "width: weight" })] }), /* @__PURE__ */ $("div", {
			ref: t,
			class: "icicle-box",
			children: /* @__PURE__ */ $("svg", {
				width: n.value,
				height: i.length * ts,
				role: "group",
				"aria-label": "Icicle of the hierarchy",
				children: [i.map((e, t) => /* @__PURE__ */ $("text", {
					x: 68,
					y: t * ts + ts / 2,
					dy: "0.34em",
					"text-anchor": "end",
					class: "row-name",
					children: e.level === null ? "all" : `level ${e.level}`
				}, t)), /* @__PURE__ */ $("g", {
					transform: "translate(76 0)",
					children: c.map(({ entry: t, x0: n, x1: r, y0: i, share: a }, c) => {
						let l = t.id < 0 && t.parent >= 0, u = s >= 0 && t.begin <= s && s < t.end, d = o !== null && o.id === t.id, f = l ? `other (${H(t.n)})` : ht(t.weight), p = l ? `${H(t.n)} lighter nodes, weight ${H(t.weight)} together` : `Node ${t.id}, weight ${H(t.weight)}, ${(a * 100).toPrecision(3)}%`;
						return /* @__PURE__ */ $("g", {
							class: `cell${l ? " other" : ""}${u ? " on" : ""}${d ? " chosen" : ""}`,
							"data-node": t.id,
							transform: `translate(${n} ${i})`,
							onPointerEnter: () => e.highlight.value = l || t.parent < 0 ? null : [t.begin, t.end],
							onPointerLeave: () => e.highlight.value = null,
							onClick: () => !l && t.id >= 0 && void rs(e, t.id),
							onDblClick: () => !l && t.id >= 0 && e.drillInto(t.id),
							children: [
								/* @__PURE__ */ $("title", { children: p }),
								/* @__PURE__ */ $("rect", {
									width: r - n > 3 ? r - n - 1 : r - n,
									height: 20,
									rx: r - n > 6 ? 2 : 0,
									"fill-opacity": l ? void 0 : c % 2 ? .34 : .5
								}),
								r - n > 8 * f.length + 8 && /* @__PURE__ */ $("text", {
									x: (r - n) / 2,
									y: ts / 2 - 1,
									dy: "0.34em",
									"text-anchor": "middle",
									children: f
								})
							]
						}, c);
					})
				})]
			})
		})]
	});
}
async function rs(e, t) {
	await e.selectNode(t), e.node.value && e.reveal(e.node.value);
}
function is(e, t) {
	let n = e.map((e) => ({
		entry: e,
		children: []
	}));
	e.forEach((e, t) => e.parent >= 0 && n[e.parent].children.push(n[t]));
	let r = Ho(n[0], (e) => e.children).sum((e) => e.children.length ? 0 : e.entry.weight).sort((e, t) => Number(e.data.entry.id < 0) - Number(t.data.entry.id < 0) || t.value - e.value);
	return Zo().size([Math.max(t, 1), 1])(r).descendants().filter((e) => e.x1 - e.x0 > .5).map((e) => ({
		entry: e.data.entry,
		x0: e.x0,
		x1: e.x1,
		y0: e.depth * ts,
		share: e.value / r.value
	}));
}
// src/marks.ts
var as = .14, os = 2.5, ss = 34;
function cs(e, t, n) {
	let r = 0;
	for (let t = 0; t < e.count; t++) r += e.weight[t];
	let i = r > 0 ? as * t * n / r : 0, a = new Float32Array(e.count);
	for (let t = 0; t < e.count; t++) a[t] = Math.min(Math.max(2 * Math.sqrt(i * e.weight[t] / Math.PI), os), ss);
	return a;
}
function ls(e) {
	let [t, n] = [Infinity, -Infinity];
	for (let r of e.value) t = Math.min(t, r), n = Math.max(n, r);
	return {
		low: t,
		high: n
	};
}
function us(e, t, n, r) {
	if (n === "cluster") return So[e.color[t] % So.length];
	if (n === "labels") return So[e.value[t] % So.length];
	let { low: i, high: a } = r;
	return wo(n === "weight" && i > 0 && a > i ? Math.log(e.value[t] / i) / Math.log(a / i) : a > i ? (e.value[t] - i) / (a - i) : .5);
}
function ds(e, t, n) {
	let [r, i] = [0, e.count];
	for (; r < i;) {
		let n = r + i >> 1;
		e.leaf_begin[n] <= t ? r = n + 1 : i = n;
	}
	return r > 0 && e.leaf_end[r - 1] > t ? r - 1 : r < e.count && e.leaf_begin[r] < n ? r : -1;
}
function fs(e, t, n, r, i) {
	let a = e.count, o = Uint32Array.from({ length: a }, (e, t) => t).sort((e, n) => t[n] - t[e] || e - n), s = {
		count: a,
		from: new Float32Array(2 * a),
		to: new Float32Array(2 * a),
		sizes: new Float32Array(2 * a),
		colors: new Uint8Array(4 * a)
	}, c = ls(e), [l, u] = [e.bbox[2] - e.bbox[0], e.bbox[3] - e.bbox[1]], [d, f] = [(e.bbox[0] + e.bbox[2]) / 2, (e.bbox[1] + e.bbox[3]) / 2], p = i?.view, [m, h] = p ? [p.bbox[2] - p.bbox[0], p.bbox[3] - p.bbox[1]] : [1, 1], [g, _] = p ? [(p.bbox[0] + p.bbox[2]) / 2, (p.bbox[1] + p.bbox[3]) / 2] : [0, 0];
	return o.forEach((a, o) => {
		let [v, y] = [e.x[a], e.y[a]], [b, x, S] = [
			v,
			y,
			0
		];
		if (p) {
			let t = ds(p, e.leaf_begin[a], e.leaf_end[a]);
			t >= 0 && (b = (p.x[t] * m + g - d) / l, x = (p.y[t] * h + _ - f) / u, S = i.sizes[t]);
		} else S = t[a];
		s.from[2 * o] = b, s.from[2 * o + 1] = x, s.to[2 * o] = v, s.to[2 * o + 1] = y, s.sizes[2 * o] = S, s.sizes[2 * o + 1] = t[a];
		let C = us(e, a, n, c);
		s.colors[4 * o] = C[0], s.colors[4 * o + 1] = C[1], s.colors[4 * o + 2] = C[2];
		let w = !r || e.leaf_begin[a] < r[1] && e.leaf_end[a] > r[0];
		s.colors[4 * o + 3] = w ? 215 : 36;
	}), {
		marks: s,
		order: o,
		sizes: t
	};
}
// src/panel.tsx
function ps({ explorer: e }) {
	let t = e.node.value;
	return /* @__PURE__ */ $("aside", {
		class: "panel",
		"data-part": "panel",
		"aria-label": "Details",
		"aria-live": "polite",
		children: [/* @__PURE__ */ $(hs, { explorer: e }), t ? /* @__PURE__ */ $(gs, {
			explorer: e,
			node: t
		}) : !e.selection.value && /* @__PURE__ */ $(ms, { explorer: e })]
	});
}
function ms({ explorer: e }) {
	return /* @__PURE__ */ $("div", {
		class: "hints",
		children: [
			/* @__PURE__ */ $("h2", { children: "Nothing selected" }),
			/* @__PURE__ */ $("p", { children: "Click a node for its weight, radius and members. Double-click or scroll to zoom." }),
			/* @__PURE__ */ $("dl", { children: [
				/* @__PURE__ */ $("dt", { children: [
					/* @__PURE__ */ $("kbd", { children: "←" }),
					" ",
					/* @__PURE__ */ $("kbd", { children: "→" }),
					" ",
					/* @__PURE__ */ $("kbd", { children: "↑" }),
					" ",
					/* @__PURE__ */ $("kbd", { children: "↓" })
				] }),
				/* @__PURE__ */ $("dd", { children: "walk the tree" }),
				/* @__PURE__ */ $("dt", { children: [
					/* @__PURE__ */ $("kbd", { children: "Enter" }),
					" ",
					/* @__PURE__ */ $("kbd", { children: "Backspace" })
				] }),
				/* @__PURE__ */ $("dd", { children: "drill in, back up" }),
				/* @__PURE__ */ $("dt", { children: [
					/* @__PURE__ */ $("kbd", { children: "+" }),
					" ",
					/* @__PURE__ */ $("kbd", { children: "−" }),
					" ",
					/* @__PURE__ */ $("kbd", { children: "0" })
				] }),
				/* @__PURE__ */ $("dd", { children: "zoom, fit" }),
				/* @__PURE__ */ $("dt", { children: [
					/* @__PURE__ */ $("kbd", { children: "[" }),
					" ",
					/* @__PURE__ */ $("kbd", { children: "]" }),
					" ",
					/* @__PURE__ */ $("kbd", { children: "A" })
				] }),
				/* @__PURE__ */ $("dd", { children: "finer, coarser, automatic level" }),
				/* @__PURE__ */ $("dt", { children: [/* @__PURE__ */ $("kbd", { children: "Shift" }), "-drag"] }),
				/* @__PURE__ */ $("dd", { children: "select a box" })
			] }),
			!e.source.hasRows && /* @__PURE__ */ $("p", { children: "This page holds the coarser levels only; rows stay with the tree." })
		]
	});
}
function hs({ explorer: e }) {
	let t = e.selection.value;
	if (!t) return null;
	let { told: n } = t;
	return /* @__PURE__ */ $("div", {
		class: "card",
		"data-part": "selection",
		children: [
			/* @__PURE__ */ $("h2", { children: "Selection" }),
			/* @__PURE__ */ $("p", { children: [
				H(n.n_nodes),
				" nodes of level ",
				t.level,
				", ",
				H(n.n_rows),
				" rows, weight",
				" ",
				H(n.weight)
			] }),
			/* @__PURE__ */ $("ul", {
				class: "node-list",
				children: [n.nodes.slice(0, 12).map((t, r) => /* @__PURE__ */ $("li", { children: [
					/* @__PURE__ */ $("button", {
						class: "link",
						onClick: () => void e.selectNode(t),
						children: ["#", t]
					}),
					" ",
					H(n.weights[r])
				] }, t)), n.n_nodes > 12 && /* @__PURE__ */ $("li", { children: [
					"… ",
					H(n.n_nodes - 12),
					" more"
				] })]
			}),
			/* @__PURE__ */ $("div", {
				class: "buttons",
				children: [/* @__PURE__ */ $("button", {
					onClick: () => void e.saveRows("selection"),
					disabled: !n.n_nodes,
					children: [
						"Save ",
						e.source.hasRows ? "rows" : "nodes",
						" (CSV)"
					]
				}), /* @__PURE__ */ $("button", {
					onClick: () => e.selection.value = null,
					children: "Clear"
				})]
			})
		]
	});
}
function gs({ explorer: e, node: t }) {
	let n = e.meta.value, r = n.unit ? ` ${n.unit}` : "", i = e.members.value, a = t.n_measured < t.n_leaves;
	return /* @__PURE__ */ $("div", {
		class: "card",
		"data-part": "node",
		"data-node": t.id,
		children: [
			/* @__PURE__ */ $("h2", { children: ["Node #", t.id] }),
			/* @__PURE__ */ $("dl", {
				class: "facts",
				children: [
					/* @__PURE__ */ $("dt", { children: "Weight" }),
					/* @__PURE__ */ $("dd", { children: H(t.weight) }),
					/* @__PURE__ */ $("dt", { children: "Rows" }),
					/* @__PURE__ */ $("dd", { children: H(t.n_rows) }),
					/* @__PURE__ */ $("dt", { children: "Radius" }),
					/* @__PURE__ */ $("dd", { children: [
						pt(t.radius, 4),
						r,
						n.radii_kind === "bound" && " (bound)"
					] }),
					/* @__PURE__ */ $("dt", { children: "Children" }),
					/* @__PURE__ */ $("dd", { children: H(t.n_children) }),
					/* @__PURE__ */ $("dt", { children: "Levels" }),
					/* @__PURE__ */ $("dd", { children: t.level === t.last_level ? t.level : `${t.level} to ${t.last_level}` })
				]
			}),
			/* @__PURE__ */ $("div", {
				class: "buttons",
				children: [
					/* @__PURE__ */ $("button", {
						class: "primary",
						onClick: () => e.drillInto(t.id),
						disabled: e.root.value === t.id || t.n_children === 0,
						children: "Drill in"
					}),
					e.source.hasRows && /* @__PURE__ */ $("button", {
						onClick: () => void e.showMembers(0),
						disabled: i !== null,
						children: "Members"
					}),
					e.source.hasRows && /* @__PURE__ */ $("button", {
						onClick: () => void e.saveRows("node"),
						children: "Save rows (CSV)"
					})
				]
			}),
			i && /* @__PURE__ */ $("div", {
				class: "members",
				"data-part": "members",
				children: [/* @__PURE__ */ $("div", {
					class: "table-box",
					children: /* @__PURE__ */ $("table", { children: [/* @__PURE__ */ $("thead", { children: /* @__PURE__ */ $("tr", { children: [/* @__PURE__ */ $("th", { children: "row" }), i.columns.map((e) => /* @__PURE__ */ $("th", { children: e }, e))] }) }), /* @__PURE__ */ $("tbody", { children: i.rows.map((e, t) => /* @__PURE__ */ $("tr", { children: [/* @__PURE__ */ $("th", {
						scope: "row",
						children: e
					}), i.values[t].map((e, t) => /* @__PURE__ */ $("td", { children: U(e) }, t))] }, e)) })] })
				}), /* @__PURE__ */ $("div", {
					class: "pager",
					children: [
						/* @__PURE__ */ $("button", {
							disabled: i.offset === 0,
							onClick: () => void e.showMembers(Math.max(i.offset - 20, 0)),
							children: "‹"
						}),
						H(i.offset + 1),
						"–",
						H(i.offset + i.rows.length),
						" of ",
						H(i.n_rows),
						/* @__PURE__ */ $("button", {
							disabled: i.offset + i.rows.length >= i.n_rows,
							onClick: () => void e.showMembers(i.offset + 20),
							children: "›"
						})
					]
				})]
			}),
			/* @__PURE__ */ $("div", {
				class: "columns",
				children: t.columns.map((e) => /* @__PURE__ */ $(_s, { column: e }, e.name))
			}),
			a && t.n_measured > 0 && /* @__PURE__ */ $("p", {
				class: "note",
				children: [
					"Columns from ",
					H(t.n_measured),
					" of ",
					H(t.n_leaves),
					" distinct rows."
				]
			}),
			t.n_measured === 0 && /* @__PURE__ */ $("p", {
				class: "note",
				children: "Spread of the columns is not in this file; centres are."
			}),
			t.n_columns > t.columns.length && /* @__PURE__ */ $("div", {
				class: "pager",
				children: [
					/* @__PURE__ */ $("button", {
						disabled: t.first_column === 0,
						onClick: () => void e.showColumns(Math.max(t.first_column - 32, 0)),
						children: "‹"
					}),
					"columns ",
					t.first_column + 1,
					"–",
					t.first_column + t.columns.length,
					" of ",
					t.n_columns,
					/* @__PURE__ */ $("button", {
						disabled: t.first_column + t.columns.length >= t.n_columns,
						onClick: () => void e.showColumns(t.first_column + 32),
						children: "›"
					})
				]
			})
		]
	});
}
function _s({ column: e }) {
	let { histogram: t } = e, n = Math.max(...t, 0), [r, i] = [120, 26], a = r / Math.max(t.length, 1);
	return /* @__PURE__ */ $("div", {
		class: "column",
		"data-column": e.name,
		children: [
			/* @__PURE__ */ $("div", {
				class: "column-name",
				title: e.name,
				children: e.name
			}),
			t.length > 1 && /* @__PURE__ */ $("svg", {
				viewBox: `0 0 ${r} ${i}`,
				preserveAspectRatio: "none",
				role: "img",
				"aria-label": `Histogram of ${e.name}`,
				children: t.map((e, t) => {
					let r = n > 0 ? e / n * i : 0;
					return /* @__PURE__ */ $("rect", {
						x: t * a,
						y: i - r,
						width: Math.max(a - .6, .4),
						height: r
					}, t);
				})
			}),
			/* @__PURE__ */ $("div", {
				class: "column-figures",
				children: [
					/* @__PURE__ */ $("span", { children: U(e.min) }),
					/* @__PURE__ */ $("b", {
						title: "mean",
						children: U(e.mean)
					}),
					/* @__PURE__ */ $("span", { children: U(e.max) })
				]
			})
		]
	});
}
function vs({ explorer: e }) {
	let t = e.view.value, n = e.frame.value, r = e.meta.value;
	if (!t || !n || !r) return null;
	let i = Array.from({ length: t.count }, (e, t) => t).sort((e, n) => t.weight[n] - t.weight[e]).slice(0, 100), [a, o] = [t.bbox[2] - t.bbox[0], t.bbox[3] - t.bbox[1]], [s, c] = [(t.bbox[0] + t.bbox[2]) / 2, (t.bbox[1] + t.bbox[3]) / 2];
	return /* @__PURE__ */ $("div", {
		class: e.showsTable.value ? "node-table" : "visually-hidden",
		"data-part": "table",
		children: /* @__PURE__ */ $("table", { children: [
			/* @__PURE__ */ $("caption", { children: t.count > 100 ? `The 100 heaviest of ${H(t.count)} nodes in view` : `All ${t.count} nodes in view` }),
			/* @__PURE__ */ $("thead", { children: /* @__PURE__ */ $("tr", { children: [
				/* @__PURE__ */ $("th", { children: "node" }),
				/* @__PURE__ */ $("th", { children: "weight" }),
				/* @__PURE__ */ $("th", { children: ["radius", r.unit && ` (${r.unit})`] }),
				/* @__PURE__ */ $("th", { children: n.names[0] }),
				n.names[1] !== "" && /* @__PURE__ */ $("th", { children: n.names[1] })
			] }) }),
			/* @__PURE__ */ $("tbody", { children: i.map((r) => /* @__PURE__ */ $("tr", { children: [
				/* @__PURE__ */ $("th", {
					scope: "row",
					children: /* @__PURE__ */ $("button", {
						class: "link",
						tabIndex: e.showsTable.value ? 0 : -1,
						onClick: () => void e.selectNode(t.id[r]),
						children: ["#", t.id[r]]
					})
				}),
				/* @__PURE__ */ $("td", { children: H(t.weight[r]) }),
				/* @__PURE__ */ $("td", { children: pt(t.radius[r]) }),
				/* @__PURE__ */ $("td", { children: U(t.x[r] * a + s) }),
				n.names[1] !== "" && /* @__PURE__ */ $("td", { children: U(t.y[r] * o + c) })
			] }, t.id[r])) })
		] })
	});
}
// node_modules/d3-array/dist/d3-array.mjs
function ys(e, t) {
	return e == null || t == null ? NaN : e < t ? -1 : e > t ? 1 : e >= t ? 0 : NaN;
}
function bs(e, t) {
	return e == null || t == null ? NaN : t < e ? -1 : t > e ? 1 : t >= e ? 0 : NaN;
}
function xs(e) {
	let t, n, r;
	e.length === 2 ? (t = e === ys || e === bs ? e : Ss, n = e, r = e) : (t = ys, n = (t, n) => ys(e(t), n), r = (t, n) => e(t) - n);
	function i(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) < 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function a(e, r, i = 0, a = e.length) {
		if (i < a) {
			if (t(r, r) !== 0) return a;
			do {
				let t = i + a >>> 1;
				n(e[t], r) <= 0 ? i = t + 1 : a = t;
			} while (i < a);
		}
		return i;
	}
	function o(e, t, n = 0, a = e.length) {
		let o = i(e, t, n, a - 1);
		return o > n && r(e[o - 1], t) > -r(e[o], t) ? o - 1 : o;
	}
	return {
		left: i,
		center: o,
		right: a
	};
}
function Ss() {
	return 0;
}
function Cs(e) {
	return e === null ? NaN : +e;
}
var ws = xs(ys), Ts = ws.right;
ws.left, xs(Cs).center, Array.prototype.slice;
var Es = Math.sqrt(50), Ds = Math.sqrt(10), Os = Math.sqrt(2);
function ks(e, t, n) {
	let r = (t - e) / Math.max(0, n), i = Math.floor(Math.log10(r)), a = r / 10 ** i, o = a >= Es ? 10 : a >= Ds ? 5 : a >= Os ? 2 : 1, s, c, l;
	return i < 0 ? (l = 10 ** -i / o, s = Math.round(e * l), c = Math.round(t * l), s / l < e && ++s, c / l > t && --c, l = -l) : (l = 10 ** i * o, s = Math.round(e / l), c = Math.round(t / l), s * l < e && ++s, c * l > t && --c), c < s && .5 <= n && n < 2 ? ks(e, t, n * 2) : [
		s,
		c,
		l
	];
}
function As(e, t, n) {
	if (t = +t, e = +e, n = +n, !(n > 0)) return [];
	if (e === t) return [e];
	let r = t < e, [i, a, o] = r ? ks(t, e, n) : ks(e, t, n);
	if (!(a >= i)) return [];
	let s = a - i + 1, c = Array(s);
	if (r) {
		if (o < 0) for (let e = 0; e < s; ++e) c[e] = (a - e) / -o;
		else for (let e = 0; e < s; ++e) c[e] = (a - e) * o;
	} else if (o < 0) for (let e = 0; e < s; ++e) c[e] = (i + e) / -o;
	else for (let e = 0; e < s; ++e) c[e] = (i + e) * o;
	return c;
}
function js(e, t, n) {
	return t = +t, e = +e, n = +n, ks(e, t, n)[2];
}
function Ms(e, t, n) {
	t = +t, e = +e, n = +n;
	let r = t < e, i = r ? js(t, e, n) : js(e, t, n);
	return (r ? -1 : 1) * (i < 0 ? 1 / -i : i);
}
// node_modules/d3-color/dist/d3-color.mjs
function Ns(e, t, n) {
	e.prototype = t.prototype = n, n.constructor = e;
}
function Ps(e, t) {
	var n = Object.create(e.prototype);
	for (var r in t) n[r] = t[r];
	return n;
}
function Fs() {}
var Is = .7, Ls = 1 / Is, Rs = "\\s*([+-]?\\d+)\\s*", zs = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*", Bs = "\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)%\\s*", Vs = /^#([0-9a-f]{3,8})$/, Hs = RegExp(`^rgb\\(${Rs},${Rs},${Rs}\\)$`), Us = RegExp(`^rgb\\(${Bs},${Bs},${Bs}\\)$`), Ws = RegExp(`^rgba\\(${Rs},${Rs},${Rs},${zs}\\)$`), Gs = RegExp(`^rgba\\(${Bs},${Bs},${Bs},${zs}\\)$`), Ks = RegExp(`^hsl\\(${zs},${Bs},${Bs}\\)$`), qs = RegExp(`^hsla\\(${zs},${Bs},${Bs},${zs}\\)$`), Js = {
	aliceblue: 15792383,
	antiquewhite: 16444375,
	aqua: 65535,
	aquamarine: 8388564,
	azure: 15794175,
	beige: 16119260,
	bisque: 16770244,
	black: 0,
	blanchedalmond: 16772045,
	blue: 255,
	blueviolet: 9055202,
	brown: 10824234,
	burlywood: 14596231,
	cadetblue: 6266528,
	chartreuse: 8388352,
	chocolate: 13789470,
	coral: 16744272,
	cornflowerblue: 6591981,
	cornsilk: 16775388,
	crimson: 14423100,
	cyan: 65535,
	darkblue: 139,
	darkcyan: 35723,
	darkgoldenrod: 12092939,
	darkgray: 11119017,
	darkgreen: 25600,
	darkgrey: 11119017,
	darkkhaki: 12433259,
	darkmagenta: 9109643,
	darkolivegreen: 5597999,
	darkorange: 16747520,
	darkorchid: 10040012,
	darkred: 9109504,
	darksalmon: 15308410,
	darkseagreen: 9419919,
	darkslateblue: 4734347,
	darkslategray: 3100495,
	darkslategrey: 3100495,
	darkturquoise: 52945,
	darkviolet: 9699539,
	deeppink: 16716947,
	deepskyblue: 49151,
	dimgray: 6908265,
	dimgrey: 6908265,
	dodgerblue: 2003199,
	firebrick: 11674146,
	floralwhite: 16775920,
	forestgreen: 2263842,
	fuchsia: 16711935,
	gainsboro: 14474460,
	ghostwhite: 16316671,
	gold: 16766720,
	goldenrod: 14329120,
	gray: 8421504,
	green: 32768,
	greenyellow: 11403055,
	grey: 8421504,
	honeydew: 15794160,
	hotpink: 16738740,
	indianred: 13458524,
	indigo: 4915330,
	ivory: 16777200,
	khaki: 15787660,
	lavender: 15132410,
	lavenderblush: 16773365,
	lawngreen: 8190976,
	lemonchiffon: 16775885,
	lightblue: 11393254,
	lightcoral: 15761536,
	lightcyan: 14745599,
	lightgoldenrodyellow: 16448210,
	lightgray: 13882323,
	lightgreen: 9498256,
	lightgrey: 13882323,
	lightpink: 16758465,
	lightsalmon: 16752762,
	lightseagreen: 2142890,
	lightskyblue: 8900346,
	lightslategray: 7833753,
	lightslategrey: 7833753,
	lightsteelblue: 11584734,
	lightyellow: 16777184,
	lime: 65280,
	limegreen: 3329330,
	linen: 16445670,
	magenta: 16711935,
	maroon: 8388608,
	mediumaquamarine: 6737322,
	mediumblue: 205,
	mediumorchid: 12211667,
	mediumpurple: 9662683,
	mediumseagreen: 3978097,
	mediumslateblue: 8087790,
	mediumspringgreen: 64154,
	mediumturquoise: 4772300,
	mediumvioletred: 13047173,
	midnightblue: 1644912,
	mintcream: 16121850,
	mistyrose: 16770273,
	moccasin: 16770229,
	navajowhite: 16768685,
	navy: 128,
	oldlace: 16643558,
	olive: 8421376,
	olivedrab: 7048739,
	orange: 16753920,
	orangered: 16729344,
	orchid: 14315734,
	palegoldenrod: 15657130,
	palegreen: 10025880,
	paleturquoise: 11529966,
	palevioletred: 14381203,
	papayawhip: 16773077,
	peachpuff: 16767673,
	peru: 13468991,
	pink: 16761035,
	plum: 14524637,
	powderblue: 11591910,
	purple: 8388736,
	rebeccapurple: 6697881,
	red: 16711680,
	rosybrown: 12357519,
	royalblue: 4286945,
	saddlebrown: 9127187,
	salmon: 16416882,
	sandybrown: 16032864,
	seagreen: 3050327,
	seashell: 16774638,
	sienna: 10506797,
	silver: 12632256,
	skyblue: 8900331,
	slateblue: 6970061,
	slategray: 7372944,
	slategrey: 7372944,
	snow: 16775930,
	springgreen: 65407,
	steelblue: 4620980,
	tan: 13808780,
	teal: 32896,
	thistle: 14204888,
	tomato: 16737095,
	turquoise: 4251856,
	violet: 15631086,
	wheat: 16113331,
	white: 16777215,
	whitesmoke: 16119285,
	yellow: 16776960,
	yellowgreen: 10145074
};
Ns(Fs, $s, {
	copy(e) {
		return Object.assign(new this.constructor(), this, e);
	},
	displayable() {
		return this.rgb().displayable();
	},
	hex: Ys,
	formatHex: Ys,
	formatHex8: Xs,
	formatHsl: Zs,
	formatRgb: Qs,
	toString: Qs
});
function Ys() {
	return this.rgb().formatHex();
}
function Xs() {
	return this.rgb().formatHex8();
}
function Zs() {
	return fc(this).formatHsl();
}
function Qs() {
	return this.rgb().formatRgb();
}
function $s(e) {
	var t, n;
	return e = (e + "").trim().toLowerCase(), (t = Vs.exec(e)) ? (n = t[1].length, t = parseInt(t[1], 16), n === 6 ? ec(t) : n === 3 ? new ic(t >> 8 & 15 | t >> 4 & 240, t >> 4 & 15 | t & 240, (t & 15) << 4 | t & 15, 1) : n === 8 ? tc(t >> 24 & 255, t >> 16 & 255, t >> 8 & 255, (t & 255) / 255) : n === 4 ? tc(t >> 12 & 15 | t >> 8 & 240, t >> 8 & 15 | t >> 4 & 240, t >> 4 & 15 | t & 240, ((t & 15) << 4 | t & 15) / 255) : null) : (t = Hs.exec(e)) ? new ic(t[1], t[2], t[3], 1) : (t = Us.exec(e)) ? new ic(t[1] * 255 / 100, t[2] * 255 / 100, t[3] * 255 / 100, 1) : (t = Ws.exec(e)) ? tc(t[1], t[2], t[3], t[4]) : (t = Gs.exec(e)) ? tc(t[1] * 255 / 100, t[2] * 255 / 100, t[3] * 255 / 100, t[4]) : (t = Ks.exec(e)) ? dc(t[1], t[2] / 100, t[3] / 100, 1) : (t = qs.exec(e)) ? dc(t[1], t[2] / 100, t[3] / 100, t[4]) : Js.hasOwnProperty(e) ? ec(Js[e]) : e === "transparent" ? new ic(NaN, NaN, NaN, 0) : null;
}
function ec(e) {
	return new ic(e >> 16 & 255, e >> 8 & 255, e & 255, 1);
}
function tc(e, t, n, r) {
	return r <= 0 && (e = t = n = NaN), new ic(e, t, n, r);
}
function nc(e) {
	return e instanceof Fs || (e = $s(e)), e ? (e = e.rgb(), new ic(e.r, e.g, e.b, e.opacity)) : new ic();
}
function rc(e, t, n, r) {
	return arguments.length === 1 ? nc(e) : new ic(e, t, n, r ?? 1);
}
function ic(e, t, n, r) {
	this.r = +e, this.g = +t, this.b = +n, this.opacity = +r;
}
Ns(ic, rc, Ps(Fs, {
	brighter(e) {
		return e = e == null ? Ls : Ls ** +e, new ic(this.r * e, this.g * e, this.b * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? Is : Is ** +e, new ic(this.r * e, this.g * e, this.b * e, this.opacity);
	},
	rgb() {
		return this;
	},
	clamp() {
		return new ic(lc(this.r), lc(this.g), lc(this.b), cc(this.opacity));
	},
	displayable() {
		return -.5 <= this.r && this.r < 255.5 && -.5 <= this.g && this.g < 255.5 && -.5 <= this.b && this.b < 255.5 && 0 <= this.opacity && this.opacity <= 1;
	},
	hex: ac,
	formatHex: ac,
	formatHex8: oc,
	formatRgb: sc,
	toString: sc
}));
function ac() {
	return `#${uc(this.r)}${uc(this.g)}${uc(this.b)}`;
}
function oc() {
	return `#${uc(this.r)}${uc(this.g)}${uc(this.b)}${uc((isNaN(this.opacity) ? 1 : this.opacity) * 255)}`;
}
function sc() {
	let e = cc(this.opacity);
	return `${e === 1 ? "rgb(" : "rgba("}${lc(this.r)}, ${lc(this.g)}, ${lc(this.b)}${e === 1 ? ")" : `, ${e})`}`;
}
function cc(e) {
	return isNaN(e) ? 1 : Math.max(0, Math.min(1, e));
}
function lc(e) {
	return Math.max(0, Math.min(255, Math.round(e) || 0));
}
function uc(e) {
	return e = lc(e), (e < 16 ? "0" : "") + e.toString(16);
}
function dc(e, t, n, r) {
	return r <= 0 ? e = t = n = NaN : n <= 0 || n >= 1 ? e = t = NaN : t <= 0 && (e = NaN), new mc(e, t, n, r);
}
function fc(e) {
	if (e instanceof mc) return new mc(e.h, e.s, e.l, e.opacity);
	if (e instanceof Fs || (e = $s(e)), !e) return new mc();
	if (e instanceof mc) return e;
	e = e.rgb();
	var t = e.r / 255, n = e.g / 255, r = e.b / 255, i = Math.min(t, n, r), a = Math.max(t, n, r), o = NaN, s = a - i, c = (a + i) / 2;
	return s ? (o = t === a ? (n - r) / s + (n < r) * 6 : n === a ? (r - t) / s + 2 : (t - n) / s + 4, s /= c < .5 ? a + i : 2 - a - i, o *= 60) : s = c > 0 && c < 1 ? 0 : o, new mc(o, s, c, e.opacity);
}
function pc(e, t, n, r) {
	return arguments.length === 1 ? fc(e) : new mc(e, t, n, r ?? 1);
}
function mc(e, t, n, r) {
	this.h = +e, this.s = +t, this.l = +n, this.opacity = +r;
}
Ns(mc, pc, Ps(Fs, {
	brighter(e) {
		return e = e == null ? Ls : Ls ** +e, new mc(this.h, this.s, this.l * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? Is : Is ** +e, new mc(this.h, this.s, this.l * e, this.opacity);
	},
	rgb() {
		var e = this.h % 360 + (this.h < 0) * 360, t = isNaN(e) || isNaN(this.s) ? 0 : this.s, n = this.l, r = n + (n < .5 ? n : 1 - n) * t, i = 2 * n - r;
		return new ic(_c(e >= 240 ? e - 240 : e + 120, i, r), _c(e, i, r), _c(e < 120 ? e + 240 : e - 120, i, r), this.opacity);
	},
	clamp() {
		return new mc(hc(this.h), gc(this.s), gc(this.l), cc(this.opacity));
	},
	displayable() {
		return (0 <= this.s && this.s <= 1 || isNaN(this.s)) && 0 <= this.l && this.l <= 1 && 0 <= this.opacity && this.opacity <= 1;
	},
	formatHsl() {
		let e = cc(this.opacity);
		return `${e === 1 ? "hsl(" : "hsla("}${hc(this.h)}, ${gc(this.s) * 100}%, ${gc(this.l) * 100}%${e === 1 ? ")" : `, ${e})`}`;
	}
}));
function hc(e) {
	return e = (e || 0) % 360, e < 0 ? e + 360 : e;
}
function gc(e) {
	return Math.max(0, Math.min(1, e || 0));
}
function _c(e, t, n) {
	return (e < 60 ? t + (n - t) * e / 60 : e < 180 ? n : e < 240 ? t + (n - t) * (240 - e) / 60 : t) * 255;
}
var vc = Math.PI / 180, yc = 180 / Math.PI, bc = 18, xc = .96422, Sc = 1, Cc = .82521, wc = 4 / 29, Tc = 6 / 29, Ec = 3 * Tc * Tc, Dc = Tc * Tc * Tc;
function Oc(e) {
	if (e instanceof Ac) return new Ac(e.l, e.a, e.b, e.opacity);
	if (e instanceof Lc) return Rc(e);
	e instanceof ic || (e = nc(e));
	var t = Pc(e.r), n = Pc(e.g), r = Pc(e.b), i = jc((.2225045 * t + .7168786 * n + .0606169 * r) / Sc), a, o;
	return t === n && n === r ? a = o = i : (a = jc((.4360747 * t + .3850649 * n + .1430804 * r) / xc), o = jc((.0139322 * t + .0971045 * n + .7141733 * r) / Cc)), new Ac(116 * i - 16, 500 * (a - i), 200 * (i - o), e.opacity);
}
function kc(e, t, n, r) {
	return arguments.length === 1 ? Oc(e) : new Ac(e, t, n, r ?? 1);
}
function Ac(e, t, n, r) {
	this.l = +e, this.a = +t, this.b = +n, this.opacity = +r;
}
Ns(Ac, kc, Ps(Fs, {
	brighter(e) {
		return new Ac(this.l + bc * (e ?? 1), this.a, this.b, this.opacity);
	},
	darker(e) {
		return new Ac(this.l - bc * (e ?? 1), this.a, this.b, this.opacity);
	},
	rgb() {
		var e = (this.l + 16) / 116, t = isNaN(this.a) ? e : e + this.a / 500, n = isNaN(this.b) ? e : e - this.b / 200;
		return t = xc * Mc(t), e = Sc * Mc(e), n = Cc * Mc(n), new ic(Nc(3.1338561 * t - 1.6168667 * e - .4906146 * n), Nc(-.9787684 * t + 1.9161415 * e + .033454 * n), Nc(.0719453 * t - .2289914 * e + 1.4052427 * n), this.opacity);
	}
}));
function jc(e) {
	return e > Dc ? e ** (1 / 3) : e / Ec + wc;
}
function Mc(e) {
	return e > Tc ? e * e * e : Ec * (e - wc);
}
function Nc(e) {
	return 255 * (e <= .0031308 ? 12.92 * e : 1.055 * e ** (1 / 2.4) - .055);
}
function Pc(e) {
	return (e /= 255) <= .04045 ? e / 12.92 : ((e + .055) / 1.055) ** 2.4;
}
function Fc(e) {
	if (e instanceof Lc) return new Lc(e.h, e.c, e.l, e.opacity);
	if (e instanceof Ac || (e = Oc(e)), e.a === 0 && e.b === 0) return new Lc(NaN, 0 < e.l && e.l < 100 ? 0 : NaN, e.l, e.opacity);
	var t = Math.atan2(e.b, e.a) * yc;
	return new Lc(t < 0 ? t + 360 : t, Math.sqrt(e.a * e.a + e.b * e.b), e.l, e.opacity);
}
function Ic(e, t, n, r) {
	return arguments.length === 1 ? Fc(e) : new Lc(e, t, n, r ?? 1);
}
function Lc(e, t, n, r) {
	this.h = +e, this.c = +t, this.l = +n, this.opacity = +r;
}
function Rc(e) {
	if (isNaN(e.h)) return new Ac(e.l, 0, 0, e.opacity);
	var t = e.h * vc;
	return new Ac(e.l, Math.cos(t) * e.c, Math.sin(t) * e.c, e.opacity);
}
Ns(Lc, Ic, Ps(Fs, {
	brighter(e) {
		return new Lc(this.h, this.c, this.l + bc * (e ?? 1), this.opacity);
	},
	darker(e) {
		return new Lc(this.h, this.c, this.l - bc * (e ?? 1), this.opacity);
	},
	rgb() {
		return Rc(this).rgb();
	}
}));
var zc = -.14861, Bc = 1.78277, Vc = -.29227, Hc = -.90649, Uc = 1.97294, Wc = Uc * Hc, Gc = Uc * Bc, Kc = Bc * Vc - Hc * zc;
function qc(e) {
	if (e instanceof Yc) return new Yc(e.h, e.s, e.l, e.opacity);
	e instanceof ic || (e = nc(e));
	var t = e.r / 255, n = e.g / 255, r = e.b / 255, i = (Kc * r + Wc * t - Gc * n) / (Kc + Wc - Gc), a = r - i, o = (Uc * (n - i) - Vc * a) / Hc, s = Math.sqrt(o * o + a * a) / (Uc * i * (1 - i)), c = s ? Math.atan2(o, a) * yc - 120 : NaN;
	return new Yc(c < 0 ? c + 360 : c, s, i, e.opacity);
}
function Jc(e, t, n, r) {
	return arguments.length === 1 ? qc(e) : new Yc(e, t, n, r ?? 1);
}
function Yc(e, t, n, r) {
	this.h = +e, this.s = +t, this.l = +n, this.opacity = +r;
}
Ns(Yc, Jc, Ps(Fs, {
	brighter(e) {
		return e = e == null ? Ls : Ls ** +e, new Yc(this.h, this.s, this.l * e, this.opacity);
	},
	darker(e) {
		return e = e == null ? Is : Is ** +e, new Yc(this.h, this.s, this.l * e, this.opacity);
	},
	rgb() {
		var e = isNaN(this.h) ? 0 : (this.h + 120) * vc, t = +this.l, n = isNaN(this.s) ? 0 : this.s * t * (1 - t), r = Math.cos(e), i = Math.sin(e);
		return new ic(255 * (t + n * (zc * r + Bc * i)), 255 * (t + n * (Vc * r + Hc * i)), 255 * (t + Uc * r * n), this.opacity);
	}
}));
var Xc = (e) => () => e;
function Zc(e, t) {
	return function(n) {
		return e + n * t;
	};
}
function Qc(e, t, n) {
	return e **= +n, t = t ** +n - e, n = 1 / n, function(r) {
		return (e + r * t) ** +n;
	};
}
function $c(e, t) {
	var n = t - e;
	return n ? Zc(e, n > 180 || n < -180 ? n - 360 * Math.round(n / 360) : n) : Xc(isNaN(e) ? t : e);
}
function el(e) {
	return (e = +e) == 1 ? tl : function(t, n) {
		return n - t ? Qc(t, n, e) : Xc(isNaN(t) ? n : t);
	};
}
function tl(e, t) {
	var n = t - e;
	return n ? Zc(e, n) : Xc(isNaN(e) ? t : e);
}
var nl = (function e(t) {
	var n = el(t);
	function r(e, t) {
		var r = n((e = rc(e)).r, (t = rc(t)).r), i = n(e.g, t.g), a = n(e.b, t.b), o = tl(e.opacity, t.opacity);
		return function(t) {
			return e.r = r(t), e.g = i(t), e.b = a(t), e.opacity = o(t), e + "";
		};
	}
	return r.gamma = e, r;
})(1);
function rl(e, t) {
	t ||= [];
	var n = e ? Math.min(t.length, e.length) : 0, r = t.slice(), i;
	return function(a) {
		for (i = 0; i < n; ++i) r[i] = e[i] * (1 - a) + t[i] * a;
		return r;
	};
}
function il(e) {
	return ArrayBuffer.isView(e) && !(e instanceof DataView);
}
function al(e, t) {
	for (var n = t ? t.length : 0, r = e ? Math.min(n, e.length) : 0, i = Array(r), a = Array(n), o = 0; o < r; ++o) i[o] = ml(e[o], t[o]);
	for (; o < n; ++o) a[o] = t[o];
	return function(e) {
		for (o = 0; o < r; ++o) a[o] = i[o](e);
		return a;
	};
}
function ol(e, t) {
	var n = /* @__PURE__ */ new Date();
	return e = +e, t = +t, function(r) {
		return n.setTime(e * (1 - r) + t * r), n;
	};
}
function sl(e, t) {
	return e = +e, t = +t, function(n) {
		return e * (1 - n) + t * n;
	};
}
function cl(e, t) {
	var n = {}, r = {}, i;
	for (i in typeof e == "object" && e || (e = {}), typeof t == "object" && t || (t = {}), t) i in e ? n[i] = ml(e[i], t[i]) : r[i] = t[i];
	return function(e) {
		for (i in n) r[i] = n[i](e);
		return r;
	};
}
var ll = /[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g, ul = new RegExp(ll.source, "g");
function dl(e) {
	return function() {
		return e;
	};
}
function fl(e) {
	return function(t) {
		return e(t) + "";
	};
}
function pl(e, t) {
	var n = ll.lastIndex = ul.lastIndex = 0, r, i, a, o = -1, s = [], c = [];
	for (e += "", t += ""; (r = ll.exec(e)) && (i = ul.exec(t));) (a = i.index) > n && (a = t.slice(n, a), s[o] ? s[o] += a : s[++o] = a), (r = r[0]) === (i = i[0]) ? s[o] ? s[o] += i : s[++o] = i : (s[++o] = null, c.push({
		i: o,
		x: sl(r, i)
	})), n = ul.lastIndex;
	return n < t.length && (a = t.slice(n), s[o] ? s[o] += a : s[++o] = a), s.length < 2 ? c[0] ? fl(c[0].x) : dl(t) : (t = c.length, function(e) {
		for (var n = 0, r; n < t; ++n) s[(r = c[n]).i] = r.x(e);
		return s.join("");
	});
}
function ml(e, t) {
	var n = typeof t, r;
	return t == null || n === "boolean" ? Xc(t) : (n === "number" ? sl : n === "string" ? (r = $s(t)) ? (t = r, nl) : pl : t instanceof $s ? nl : t instanceof Date ? ol : il(t) ? rl : Array.isArray(t) ? al : typeof t.valueOf != "function" && typeof t.toString != "function" || isNaN(t) ? cl : sl)(e, t);
}
function hl(e, t) {
	return e = +e, t = +t, function(n) {
		return Math.round(e * (1 - n) + t * n);
	};
}
var gl = 1e-12;
function _l(e) {
	return ((e = Math.exp(e)) + 1 / e) / 2;
}
function vl(e) {
	return ((e = Math.exp(e)) - 1 / e) / 2;
}
function yl(e) {
	return ((e = Math.exp(2 * e)) - 1) / (e + 1);
}
(function e(t, n, r) {
	function i(e, i) {
		var a = e[0], o = e[1], s = e[2], c = i[0], l = i[1], u = i[2], d = c - a, f = l - o, p = d * d + f * f, m, h;
		if (p < gl) h = Math.log(u / s) / t, m = function(e) {
			return [
				a + e * d,
				o + e * f,
				s * Math.exp(t * e * h)
			];
		};
		else {
			var g = Math.sqrt(p), _ = (u * u - s * s + r * p) / (2 * s * n * g), v = (u * u - s * s - r * p) / (2 * u * n * g), y = Math.log(Math.sqrt(_ * _ + 1) - _);
			h = (Math.log(Math.sqrt(v * v + 1) - v) - y) / t, m = function(e) {
				var r = e * h, i = _l(y), c = s / (n * g) * (i * yl(t * r + y) - vl(y));
				return [
					a + c * d,
					o + c * f,
					s * i / _l(t * r + y)
				];
			};
		}
		return m.duration = Math.abs(h) * 1e3 * t / Math.SQRT2, m;
	}
	return i.rho = function(t) {
		var n = Math.max(.001, +t), r = n * n;
		return e(n, r, r * r);
	}, i;
})(Math.SQRT2, 2, 4);
function bl(e) {
	return (function t(n) {
		n = +n;
		function r(t, r) {
			var i = e((t = Jc(t)).h, (r = Jc(r)).h), a = tl(t.s, r.s), o = tl(t.l, r.l), s = tl(t.opacity, r.opacity);
			return function(e) {
				return t.h = i(e), t.s = a(e), t.l = o(e ** +n), t.opacity = s(e), t + "";
			};
		}
		return r.gamma = t, r;
	})(1);
}
bl($c), bl(tl);
// node_modules/d3-format/dist/d3-format.mjs
function xl(e) {
	return Math.abs(e = Math.round(e)) >= 1e21 ? e.toLocaleString("en").replace(/,/g, "") : e.toString(10);
}
function Sl(e, t) {
	if (!isFinite(e) || e === 0) return null;
	var n = (e = t ? e.toExponential(t - 1) : e.toExponential()).indexOf("e"), r = e.slice(0, n);
	return [r.length > 1 ? r[0] + r.slice(2) : r, +e.slice(n + 1)];
}
function Cl(e) {
	return e = Sl(Math.abs(e)), e ? e[1] : NaN;
}
function wl(e, t) {
	return function(n, r) {
		for (var i = n.length, a = [], o = 0, s = e[0], c = 0; i > 0 && s > 0 && (c + s + 1 > r && (s = Math.max(1, r - c)), a.push(n.substring(i -= s, i + s)), !((c += s + 1) > r));) s = e[o = (o + 1) % e.length];
		return a.reverse().join(t);
	};
}
function Tl(e) {
	return function(t) {
		return t.replace(/[0-9]/g, function(t) {
			return e[+t];
		});
	};
}
var El = /^(?:(.)?([<>=^]))?([+\-( ])?([$#])?(0)?(\d+)?(,)?(\.\d+)?(~)?([a-z%])?$/i;
function Dl(e) {
	if (!(t = El.exec(e))) throw Error("invalid format: " + e);
	var t;
	return new Ol({
		fill: t[1],
		align: t[2],
		sign: t[3],
		symbol: t[4],
		zero: t[5],
		width: t[6],
		comma: t[7],
		precision: t[8] && t[8].slice(1),
		trim: t[9],
		type: t[10]
	});
}
Dl.prototype = Ol.prototype;
function Ol(e) {
	this.fill = e.fill === void 0 ? " " : e.fill + "", this.align = e.align === void 0 ? ">" : e.align + "", this.sign = e.sign === void 0 ? "-" : e.sign + "", this.symbol = e.symbol === void 0 ? "" : e.symbol + "", this.zero = !!e.zero, this.width = e.width === void 0 ? void 0 : +e.width, this.comma = !!e.comma, this.precision = e.precision === void 0 ? void 0 : +e.precision, this.trim = !!e.trim, this.type = e.type === void 0 ? "" : e.type + "";
}
Ol.prototype.toString = function() {
	return this.fill + this.align + this.sign + this.symbol + (this.zero ? "0" : "") + (this.width === void 0 ? "" : Math.max(1, this.width | 0)) + (this.comma ? "," : "") + (this.precision === void 0 ? "" : "." + Math.max(0, this.precision | 0)) + (this.trim ? "~" : "") + this.type;
};
function kl(e) {
	out: for (var t = e.length, n = 1, r = -1, i; n < t; ++n) switch (e[n]) {
		case ".":
			r = i = n;
			break;
		case "0":
			r === 0 && (r = n), i = n;
			break;
		default:
			if (!+e[n]) break out;
			r > 0 && (r = 0);
	}
	return r > 0 ? e.slice(0, r) + e.slice(i + 1) : e;
}
var Al;
function jl(e, t) {
	var n = Sl(e, t);
	if (!n) return Al = void 0, e.toPrecision(t);
	var r = n[0], i = n[1], a = i - (Al = Math.max(-8, Math.min(8, Math.floor(i / 3))) * 3) + 1, o = r.length;
	return a === o ? r : a > o ? r + Array(a - o + 1).join("0") : a > 0 ? r.slice(0, a) + "." + r.slice(a) : "0." + Array(1 - a).join("0") + Sl(e, Math.max(0, t + a - 1))[0];
}
function Ml(e, t) {
	var n = Sl(e, t);
	if (!n) return e + "";
	var r = n[0], i = n[1];
	return i < 0 ? "0." + Array(-i).join("0") + r : r.length > i + 1 ? r.slice(0, i + 1) + "." + r.slice(i + 1) : r + Array(i - r.length + 2).join("0");
}
var Nl = {
	"%": (e, t) => (e * 100).toFixed(t),
	b: (e) => Math.round(e).toString(2),
	c: (e) => e + "",
	d: xl,
	e: (e, t) => e.toExponential(t),
	f: (e, t) => e.toFixed(t),
	g: (e, t) => e.toPrecision(t),
	o: (e) => Math.round(e).toString(8),
	p: (e, t) => Ml(e * 100, t),
	r: Ml,
	s: jl,
	X: (e) => Math.round(e).toString(16).toUpperCase(),
	x: (e) => Math.round(e).toString(16)
};
function Pl(e) {
	return e;
}
var Fl = Array.prototype.map, Il = [
	"y",
	"z",
	"a",
	"f",
	"p",
	"n",
	"µ",
	"m",
	"",
	"k",
	"M",
	"G",
	"T",
	"P",
	"E",
	"Z",
	"Y"
];
function Ll(e) {
	var t = e.grouping === void 0 || e.thousands === void 0 ? Pl : wl(Fl.call(e.grouping, Number), e.thousands + ""), n = e.currency === void 0 ? "" : e.currency[0] + "", r = e.currency === void 0 ? "" : e.currency[1] + "", i = e.decimal === void 0 ? "." : e.decimal + "", a = e.numerals === void 0 ? Pl : Tl(Fl.call(e.numerals, String)), o = e.percent === void 0 ? "%" : e.percent + "", s = e.minus === void 0 ? "−" : e.minus + "", c = e.nan === void 0 ? "NaN" : e.nan + "";
	function l(e, l) {
		e = Dl(e);
		var u = e.fill, d = e.align, f = e.sign, p = e.symbol, m = e.zero, h = e.width, g = e.comma, _ = e.precision, v = e.trim, y = e.type;
		y === "n" ? (g = !0, y = "g") : Nl[y] || (_ === void 0 && (_ = 12), v = !0, y = "g"), (m || u === "0" && d === "=") && (m = !0, u = "0", d = "=");
		var b = (l && l.prefix !== void 0 ? l.prefix : "") + (p === "$" ? n : p === "#" && /[boxX]/.test(y) ? "0" + y.toLowerCase() : ""), x = (p === "$" ? r : /[%p]/.test(y) ? o : "") + (l && l.suffix !== void 0 ? l.suffix : ""), S = Nl[y], C = /[defgprs%]/.test(y);
		_ = _ === void 0 ? 6 : /[gprs]/.test(y) ? Math.max(1, Math.min(21, _)) : Math.max(0, Math.min(20, _));
		function w(e) {
			var n = b, r = x, o, l, p;
			if (y === "c") r = S(e) + r, e = "";
			else {
				e = +e;
				var w = e < 0 || 1 / e < 0;
				if (e = isNaN(e) ? c : S(Math.abs(e), _), v && (e = kl(e)), w && +e == 0 && f !== "+" && (w = !1), n = (w ? f === "(" ? f : s : f === "-" || f === "(" ? "" : f) + n, r = (y === "s" && !isNaN(e) && Al !== void 0 ? Il[8 + Al / 3] : "") + r + (w && f === "(" ? ")" : ""), C) {
					for (o = -1, l = e.length; ++o < l;) if (p = e.charCodeAt(o), 48 > p || p > 57) {
						r = (p === 46 ? i + e.slice(o + 1) : e.slice(o)) + r, e = e.slice(0, o);
						break;
					}
				}
			}
			g && !m && (e = t(e, Infinity));
			var T = n.length + e.length + r.length, E = T < h ? Array(h - T + 1).join(u) : "";
			switch (g && m && (e = t(E + e, E.length ? h - r.length : Infinity), E = ""), d) {
				case "<":
					e = n + e + r + E;
					break;
				case "=":
					e = n + E + e + r;
					break;
				case "^":
					e = E.slice(0, T = E.length >> 1) + n + e + r + E.slice(T);
					break;
				default: e = E + n + e + r;
			}
			return a(e);
		}
		return w.toString = function() {
			return e + "";
		}, w;
	}
	function u(e, t) {
		var n = Math.max(-8, Math.min(8, Math.floor(Cl(t) / 3))) * 3, r = 10 ** -n, i = l((e = Dl(e), e.type = "f", e), { suffix: Il[8 + n / 3] });
		return function(e) {
			return i(r * e);
		};
	}
	return {
		format: l,
		formatPrefix: u
	};
}
var Rl, zl, Bl;
Vl({
	thousands: ",",
	grouping: [3],
	currency: ["$", ""]
});
function Vl(e) {
	return Rl = Ll(e), zl = Rl.format, Bl = Rl.formatPrefix, Rl;
}
function Hl(e) {
	return Math.max(0, -Cl(Math.abs(e)));
}
function Ul(e, t) {
	return Math.max(0, Math.max(-8, Math.min(8, Math.floor(Cl(t) / 3))) * 3 - Cl(Math.abs(e)));
}
function Wl(e, t) {
	return e = Math.abs(e), t = Math.abs(t) - e, Math.max(0, Cl(t) - Cl(e)) + 1;
}
// node_modules/d3-scale/dist/d3-scale.mjs
function Gl(e, t) {
	switch (arguments.length) {
		case 0: break;
		case 1:
			this.range(e);
			break;
		default: this.range(t).domain(e);
	}
	return this;
}
function Kl(e) {
	return function() {
		return e;
	};
}
function ql(e) {
	return +e;
}
var Jl = [0, 1];
function Yl(e) {
	return e;
}
function Xl(e, t) {
	return (t -= e = +e) ? function(n) {
		return (n - e) / t;
	} : Kl(isNaN(t) ? NaN : .5);
}
function Zl(e, t) {
	var n;
	return e > t && (n = e, e = t, t = n), function(n) {
		return Math.max(e, Math.min(t, n));
	};
}
function Ql(e, t, n) {
	var r = e[0], i = e[1], a = t[0], o = t[1];
	return i < r ? (r = Xl(i, r), a = n(o, a)) : (r = Xl(r, i), a = n(a, o)), function(e) {
		return a(r(e));
	};
}
function $l(e, t, n) {
	var r = Math.min(e.length, t.length) - 1, i = Array(r), a = Array(r), o = -1;
	for (e[r] < e[0] && (e = e.slice().reverse(), t = t.slice().reverse()); ++o < r;) i[o] = Xl(e[o], e[o + 1]), a[o] = n(t[o], t[o + 1]);
	return function(t) {
		var n = Ts(e, t, 1, r) - 1;
		return a[n](i[n](t));
	};
}
function eu(e, t) {
	return t.domain(e.domain()).range(e.range()).interpolate(e.interpolate()).clamp(e.clamp()).unknown(e.unknown());
}
function tu() {
	var e = Jl, t = Jl, n = ml, r, i, a, o = Yl, s, c, l;
	function u() {
		var n = Math.min(e.length, t.length);
		return o !== Yl && (o = Zl(e[0], e[n - 1])), s = n > 2 ? $l : Ql, c = l = null, d;
	}
	function d(i) {
		return i == null || isNaN(i = +i) ? a : (c ||= s(e.map(r), t, n))(r(o(i)));
	}
	return d.invert = function(n) {
		return o(i((l ||= s(t, e.map(r), sl))(n)));
	}, d.domain = function(t) {
		return arguments.length ? (e = Array.from(t, ql), u()) : e.slice();
	}, d.range = function(e) {
		return arguments.length ? (t = Array.from(e), u()) : t.slice();
	}, d.rangeRound = function(e) {
		return t = Array.from(e), n = hl, u();
	}, d.clamp = function(e) {
		return arguments.length ? (o = e ? !0 : Yl, u()) : o !== Yl;
	}, d.interpolate = function(e) {
		return arguments.length ? (n = e, u()) : n;
	}, d.unknown = function(e) {
		return arguments.length ? (a = e, d) : a;
	}, function(e, t) {
		return r = e, i = t, u();
	};
}
function nu() {
	return tu()(Yl, Yl);
}
function ru(e, t, n, r) {
	var i = Ms(e, t, n), a;
	switch (r = Dl(r ?? ",f"), r.type) {
		case "s":
			var o = Math.max(Math.abs(e), Math.abs(t));
			return r.precision == null && !isNaN(a = Ul(i, o)) && (r.precision = a), Bl(r, o);
		case "":
		case "e":
		case "g":
		case "p":
		case "r":
			r.precision == null && !isNaN(a = Wl(i, Math.max(Math.abs(e), Math.abs(t)))) && (r.precision = a - (r.type === "e"));
			break;
		case "f":
		case "%": r.precision == null && !isNaN(a = Hl(i)) && (r.precision = a - (r.type === "%") * 2);
	}
	return zl(r);
}
function iu(e) {
	var t = e.domain;
	return e.ticks = function(e) {
		var n = t();
		return As(n[0], n[n.length - 1], e ?? 10);
	}, e.tickFormat = function(e, n) {
		var r = t();
		return ru(r[0], r[r.length - 1], e ?? 10, n);
	}, e.nice = function(n) {
		n ??= 10;
		var r = t(), i = 0, a = r.length - 1, o = r[i], s = r[a], c, l, u = 10;
		for (s < o && (l = o, o = s, s = l, l = i, i = a, a = l); u-- > 0;) {
			if (l = js(o, s, n), l === c) return r[i] = o, r[a] = s, t(r);
			if (l > 0) o = Math.floor(o / l) * l, s = Math.ceil(s / l) * l;
			else if (l < 0) o = Math.ceil(o * l) / l, s = Math.floor(s * l) / l;
			else break;
			c = l;
		}
		return e;
	}, e;
}
function au() {
	var e = nu();
	return e.copy = function() {
		return eu(e, au());
	}, Gl.apply(e, arguments), iu(e);
}
// node_modules/flatqueue/index.js
var ou = class {
	constructor(e = Infinity, t = Float64Array, n = Uint32Array) {
		let r = e !== Infinity;
		this.ids = r ? new n(e) : [], this.values = r ? new t(e) : [], this.capacity = e, this.length = 0;
	}
	clear() {
		this.length = 0;
	}
	push(e, t) {
		if (this.length === this.capacity) throw RangeError("Queue is at capacity.");
		let n = this.length++;
		for (; n > 0;) {
			let e = n - 1 >> 1, r = this.values[e];
			if (t >= r) break;
			this.ids[n] = this.ids[e], this.values[n] = r, n = e;
		}
		this.ids[n] = e, this.values[n] = t;
	}
	pop() {
		if (this.length === 0) return;
		let e = this.ids, t = this.values, n = e[0], r = --this.length;
		if (r > 0) {
			let n = e[r], i = t[r], a = 0, o = r >> 1;
			for (; a < o;) {
				let n = (a << 1) + 1, o = n + 1, s = n + (+(o < r) & t[o] < t[n]);
				if (t[s] >= i) break;
				e[a] = e[s], t[a] = t[s], a = s;
			}
			e[a] = n, t[a] = i;
		}
		return n;
	}
	peek() {
		return this.length > 0 ? this.ids[0] : void 0;
	}
	peekValue() {
		return this.length > 0 ? this.values[0] : void 0;
	}
	shrink() {
		Array.isArray(this.ids) && (this.ids.length = this.length), Array.isArray(this.values) && (this.values.length = this.length);
	}
}, su = [
	Int8Array,
	Uint8Array,
	Uint8ClampedArray,
	Int16Array,
	Uint16Array,
	Int32Array,
	Uint32Array,
	Float32Array,
	Float64Array
], cu = 3, lu = class e {
	static from(t, n = 0) {
		if (n % 8 != 0) throw Error("byteOffset must be 8-byte aligned.");
		if (!t || t.byteLength === void 0 || "buffer" in t) throw Error("Data must be an instance of ArrayBuffer or SharedArrayBuffer.");
		let [r, i] = new Uint8Array(t, n + 0, 2);
		if (r !== 251) throw Error("Data does not appear to be in a Flatbush format.");
		let a = i >> 4;
		if (a !== cu) throw Error(`Got v${a} data when expected v${cu}.`);
		let o = su[i & 15];
		if (!o) throw Error("Unrecognized array type.");
		let [s] = new Uint16Array(t, n + 2, 1), [c] = new Uint32Array(t, n + 4, 1);
		return new e(c, s, o, void 0, t, n);
	}
	constructor(e, t = 16, n = Float64Array, r = ArrayBuffer, i, a = 0) {
		if (e === void 0) throw Error("Missing required argument: numItems.");
		if (isNaN(e) || e <= 0) throw Error(`Unexpected numItems value: ${e}.`);
		this.numItems = +e, this.nodeSize = Math.min(Math.max(+t, 2), 65535), this.byteOffset = a;
		let o = e, s = o;
		this._levelBounds = [o * 4];
		do
			o = Math.ceil(o / this.nodeSize), s += o, this._levelBounds.push(s * 4);
		while (o !== 1);
		this.ArrayType = n, this.IndexArrayType = s < 16384 ? Uint16Array : Uint32Array;
		let c = su.indexOf(n), l = s * 4 * n.BYTES_PER_ELEMENT;
		if (c < 0) throw Error(`Unexpected typed array class: ${n}.`);
		let u = n, d = this.IndexArrayType;
		if (i) this.data = i, this._boxes = new u(i, a + 8, s * 4), this._indices = new d(i, a + 8 + l, s), this._pos = s * 4, this.minX = this._boxes[this._pos - 4], this.minY = this._boxes[this._pos - 3], this.maxX = this._boxes[this._pos - 2], this.maxY = this._boxes[this._pos - 1];
		else {
			let n = this.data = new r(8 + l + s * this.IndexArrayType.BYTES_PER_ELEMENT);
			this._boxes = new u(n, 8, s * 4), this._indices = new d(n, 8 + l, s), this._pos = 0, this.minX = Infinity, this.minY = Infinity, this.maxX = -Infinity, this.maxY = -Infinity, new Uint8Array(n, 0, 2).set([251, 48 + c]), new Uint16Array(n, 2, 1)[0] = t, new Uint32Array(n, 4, 1)[0] = e;
		}
		this._queue = new ou();
	}
	add(e, t, n = e, r = t) {
		let i = this._pos, a = i >> 2, o = this._boxes;
		return this._indices[a] = a, o[i] = e, o[i + 1] = t, o[i + 2] = n, o[i + 3] = r, this._pos = i + 4, e < this.minX && (this.minX = e), t < this.minY && (this.minY = t), n > this.maxX && (this.maxX = n), r > this.maxY && (this.maxY = r), a;
	}
	finish() {
		if (this._pos >> 2 !== this.numItems) throw Error(`Added ${this._pos >> 2} items when expected ${this.numItems}.`);
		let e = this._boxes;
		if (this.numItems <= this.nodeSize) {
			e[this._pos++] = this.minX, e[this._pos++] = this.minY, e[this._pos++] = this.maxX, e[this._pos++] = this.maxY;
			return;
		}
		let { numItems: t, minX: n, minY: r, nodeSize: i, _indices: a, _levelBounds: o } = this, s = this.maxX - n || 1, c = this.maxY - r || 1, l = new Int32Array(t), u = 65535, d = u / s, f = u / c;
		for (let i = 0, a = 0; i < t; i++) {
			let t = e[a++], o = e[a++], s = e[a++], c = e[a++], u = d * ((t + s) / 2 - n) | 0, p = f * ((o + c) / 2 - r) | 0;
			l[i] = pu(u, p);
		}
		du(l, e, a, 0, t - 1, i);
		let p = t * 4;
		for (let t = 0, n = 0; t < o.length - 1; t++) {
			let r = o[t];
			for (; n < r;) {
				let t = n, o = e[n++], s = e[n++], c = e[n++], l = e[n++];
				for (let t = 1; t < i && n < r; t++) o = Math.min(o, e[n++]), s = Math.min(s, e[n++]), c = Math.max(c, e[n++]), l = Math.max(l, e[n++]);
				a[p >> 2] = t, e[p++] = o, e[p++] = s, e[p++] = c, e[p++] = l;
			}
		}
		this._pos = p;
	}
	search(e, t, n, r, i) {
		if (this._pos !== this._boxes.length) throw Error("Data not yet indexed - call index.finish().");
		let { _boxes: a, _levelBounds: o, _indices: s, nodeSize: c } = this, l = this.numItems * 4, u = a.length - 4, d = o.length - 1, f = [], p = [], m = !1;
		for (; u !== void 0;) {
			let h = Math.min(u + c * 4, o[d]), g = u >= l;
			if (m) this._collectContained(u, h, d, l, p, i);
			else for (let o = u; o < h; o += 4) {
				let c = a[o];
				if (n < c) continue;
				let l = a[o + 1];
				if (r < l) continue;
				let u = a[o + 2];
				if (e > u) continue;
				let m = a[o + 3];
				if (t > m) continue;
				let h = s[o >> 2] | 0;
				if (g) {
					let i = +(e <= c && t <= l && n >= u && r >= m);
					f.push(h | i, d - 1);
				} else (i === void 0 || i(h, c, l, u, m)) && p.push(h);
			}
			d = f.pop(), u = f.pop(), u !== void 0 && (m = (u & 1) == 1, u &= -2);
		}
		return p;
	}
	_collectContained(e, t, n, r, i, a) {
		let o = this._boxes, s = this._indices, c = e;
		for (let e = n; e > 0; e--) c = s[c >> 2];
		let l = Math.min(c + (t - e) * this.nodeSize ** n, r);
		if (a === void 0) for (; c < l; c += 4) i.push(s[c >> 2] | 0);
		else for (; c < l; c += 4) {
			let e = s[c >> 2] | 0;
			a(e, o[c], o[c + 1], o[c + 2], o[c + 3]) && i.push(e);
		}
	}
	neighbors(e, t, n = Infinity, r = Infinity, i) {
		if (this._pos !== this._boxes.length) throw Error("Data not yet indexed - call index.finish().");
		let { _boxes: a, _levelBounds: o, _indices: s, _queue: c, nodeSize: l } = this, u = this.numItems * 4, d = l * 4, f = [], p = r * r, m = n === 1, h = p;
		for (c.push(a.length - 4 << 1, 0); c.length;) {
			let r = c.ids[0];
			if (r & 1) {
				if (c.pop(), f.push(r >> 1), f.length === n) break;
				continue;
			}
			c.pop();
			let l = r >> 1, p = l < u, g = Math.min(l + d, uu(l, o));
			for (let n = l; n < g; n += 4) {
				let r = a[n], o = a[n + 1], l = a[n + 2], u = a[n + 3], d = Math.max(Math.max(r - e, e - l), 0), f = Math.max(Math.max(o - t, t - u), 0), g = d * d + f * f;
				if (g > h) continue;
				let _ = s[n >> 2] | 0;
				p ? (i === void 0 || i(_)) && (c.push(_ << 1 | 1, g), m && g < h && (h = g)) : c.push(_ << 1, g);
			}
		}
		return c.clear(), f;
	}
};
function uu(e, t) {
	let n = 0, r = t.length - 1;
	for (; n < r;) {
		let i = n + r >> 1;
		t[i] > e ? r = i : n = i + 1;
	}
	return t[n];
}
function du(e, t, n, r, i, a) {
	let o = [r, i];
	for (; o.length;) {
		let r = o.pop() || 0, i = o.pop() || 0;
		if (r - i <= a && Math.floor(i / a) >= Math.floor(r / a)) continue;
		let s = e[i], c = e[i + r >> 1], l = e[r], u = s > c == s > l ? c < s == c < l ? l : c : s, d = i - 1, f = r + 1;
		for (;;) {
			do
				d++;
			while (e[d] < u);
			do
				f--;
			while (e[f] > u);
			if (d >= f) break;
			fu(e, t, n, d, f);
		}
		o.push(i, f, f + 1, r);
	}
}
function fu(e, t, n, r, i) {
	let a = e[r];
	e[r] = e[i], e[i] = a;
	let o = 4 * r, s = 4 * i, c = t[o], l = t[o + 1], u = t[o + 2], d = t[o + 3];
	t[o] = t[s], t[o + 1] = t[s + 1], t[o + 2] = t[s + 2], t[o + 3] = t[s + 3], t[s] = c, t[s + 1] = l, t[s + 2] = u, t[s + 3] = d;
	let f = n[r];
	n[r] = n[i], n[i] = f;
}
function pu(e, t) {
	let n = e ^ t, r = 65535 ^ n, i = 65535 ^ (e | t), a = e & (t ^ 65535), o = n | r >> 1, s = n >> 1 ^ n, c = i ^ (i >> 1 ^ r & a >> 1), l = a ^ (n & i >> 1 ^ a >> 1);
	return n = o & o >> 2 ^ s & s >> 2, r = o & s >> 2 ^ s & (o ^ s) >> 2, i = c ^ (o & c >> 2 ^ s & l >> 2), a = l ^ (s & c >> 2 ^ (o ^ s) & l >> 2), o = n & n >> 4 ^ r & r >> 4, s = n & r >> 4 ^ r & (n ^ r) >> 4, c = i ^ (n & i >> 4 ^ r & a >> 4), l = a ^ (r & i >> 4 ^ (n ^ r) & a >> 4), i = c ^ (o & c >> 8 ^ s & l >> 8), a = l ^ (s & c >> 8 ^ (o ^ s) & l >> 8), i ^= i >> 1, a ^= a >> 1, n = e ^ t, r = a | 65535 ^ (n | i), n = (n | n << 8) & 16711935, n = (n | n << 4) & 252645135, n = (n | n << 2) & 858993459, n = (n | n << 1) & 1431655765, r = (r | r << 8) & 16711935, r = (r | r << 4) & 252645135, r = (r | r << 2) & 858993459, r = (r | r << 1) & 1431655765, ((r << 1 | n) >>> 0) - 2147483648;
}
var mu = {
	type: "Topology",
	objects: { land: {
		type: "GeometryCollection",
		geometries: [{
			type: "MultiPolygon",
			arcs: [
				[[0]],
				[[1]],
				[[2]],
				[[3]],
				[[4]],
				[[5]],
				[[6]],
				[[7]],
				[[8]],
				[[9]],
				[[10]],
				[[11]],
				[[12]],
				[[13]],
				[[14]],
				[[15]],
				[[16, 18]],
				[[19]],
				[[20]],
				[[21]],
				[[22]],
				[[23]],
				[[24]],
				[[25]],
				[[26]],
				[[27]],
				[[28]],
				[[29]],
				[[30]],
				[[31]],
				[[32]],
				[[33]],
				[[34]],
				[[35]],
				[[36]],
				[[37]],
				[[38]],
				[[39]],
				[[40]],
				[[41]],
				[[42]],
				[[43]],
				[[44]],
				[[45]],
				[[46]],
				[[47]],
				[[48]],
				[[49]],
				[[50]],
				[[51]],
				[[52]],
				[[53]],
				[[54]],
				[[55]],
				[[56]],
				[[57]],
				[[58]],
				[[59]],
				[[60]],
				[[61]],
				[[62]],
				[[63]],
				[[64]],
				[[65]],
				[[66]],
				[[67]],
				[[68]],
				[[69]],
				[[70]],
				[[71]],
				[[72]],
				[[73]],
				[[74]],
				[[75]],
				[[76]],
				[[77]],
				[[78]],
				[[79]],
				[[80]],
				[[81]],
				[[82]],
				[[83]],
				[[84]],
				[[85]],
				[[86]],
				[[87]],
				[[88]],
				[[89]],
				[[90]],
				[[91]],
				[[92, 115], [114]],
				[[94]],
				[[95]],
				[[96]],
				[[97]],
				[[98]],
				[[99]],
				[[100]],
				[[101]],
				[[102]],
				[[103]],
				[[104]],
				[[105]],
				[[106]],
				[[107]],
				[[108]],
				[[109]],
				[[110]],
				[[111]],
				[[112]],
				[[113]],
				[[116]],
				[[117]],
				[[118]],
				[[119]],
				[[120]],
				[[121]],
				[[122]],
				[[123]],
				[[124]],
				[[125]],
				[[126]],
				[[127]],
				[[128]],
				[[129]]
			]
		}]
	} },
	arcs: [
		[
			[33452, 3290],
			[-82, -301],
			[-81, -266],
			[-582, 81],
			[-621, -35],
			[-348, 197],
			[0, 23],
			[-152, 174],
			[625, -23],
			[599, -58],
			[207, 243],
			[147, 208],
			[288, -243]
		],
		[
			[5775, 3611],
			[-533, -81],
			[-364, 208],
			[-163, 209],
			[-11, 35],
			[-180, 162],
			[169, 220],
			[517, -93],
			[277, -185],
			[212, -209],
			[76, -266]
		],
		[
			[37457, 4468],
			[342, -255],
			[120, -359],
			[33, -254],
			[11, -301],
			[-430, -186],
			[-452, -150],
			[-522, -139],
			[-582, -116],
			[-658, 35],
			[-365, 197],
			[49, 243],
			[593, 162],
			[239, 197],
			[174, 254],
			[126, 220],
			[168, 209],
			[180, 243],
			[141, 0],
			[414, 127],
			[419, -127]
		],
		[
			[16330, 7154],
			[359, -93],
			[332, 104],
			[-158, -208],
			[-261, -151],
			[-386, 47],
			[-278, 208],
			[60, 197],
			[332, -104]
		],
		[
			[15122, 7165],
			[425, -231],
			[-164, 23],
			[-359, 58],
			[-381, 162],
			[202, 127],
			[277, -139]
		],
		[
			[22505, 8080],
			[305, -81],
			[304, 69],
			[163, -335],
			[-217, 46],
			[-337, -23],
			[-343, 23],
			[-376, -35],
			[-283, 116],
			[-146, 243],
			[174, 104],
			[353, -81],
			[403, -46]
		],
		[
			[30985, 8657],
			[33, -266],
			[-49, -231],
			[-76, -220],
			[-326, -81],
			[-311, -116],
			[-364, 11],
			[136, 232],
			[-327, -81],
			[-310, -81],
			[-212, 174],
			[-16, 243],
			[305, 231],
			[190, 70],
			[321, -23],
			[82, 301],
			[16, 219],
			[-6, 475],
			[158, 278],
			[256, 93],
			[147, -220],
			[65, -220],
			[120, -267],
			[92, -254],
			[76, -267]
		],
		[
			[0, 529],
			[16, -5],
			[245, 344],
			[501, -185],
			[32, 21],
			[78, 49],
			[94, 61],
			[81, 52],
			[41, 26],
			[41, -1],
			[29, -10],
			[402, -246],
			[352, 246],
			[63, 34],
			[816, 104],
			[265, -138],
			[130, -71],
			[419, -196],
			[789, -151],
			[625, -185],
			[1072, -139],
			[800, 162],
			[1181, -116],
			[669, -185],
			[734, 174],
			[773, 162],
			[60, 278],
			[-1094, 23],
			[-898, 139],
			[-234, 231],
			[-745, 128],
			[49, 266],
			[103, 243],
			[104, 220],
			[-55, 243],
			[-462, 162],
			[-212, 209],
			[-430, 185],
			[675, -35],
			[642, 93],
			[402, -197],
			[495, 173],
			[457, 220],
			[223, 197],
			[-98, 243],
			[-359, 162],
			[-408, 174],
			[-571, 35],
			[-500, 81],
			[-539, 58],
			[-180, 220],
			[-359, 185],
			[-217, 208],
			[-87, 672],
			[136, -58],
			[250, -185],
			[457, 58],
			[441, 81],
			[228, -255],
			[441, 58],
			[370, 127],
			[348, 162],
			[315, 197],
			[419, 58],
			[-11, 220],
			[-97, 220],
			[81, 208],
			[359, 104],
			[163, -196],
			[425, 115],
			[321, 151],
			[397, 12],
			[375, 57],
			[376, 139],
			[299, 128],
			[337, 127],
			[218, -35],
			[190, -46],
			[414, 81],
			[370, -104],
			[381, 11],
			[364, 81],
			[375, -57],
			[414, -58],
			[386, 23],
			[403, -12],
			[413, -11],
			[381, 23],
			[283, 174],
			[337, 92],
			[349, -127],
			[331, 104],
			[300, 208],
			[179, -185],
			[98, -208],
			[180, -197],
			[288, 174],
			[332, -220],
			[375, -70],
			[321, -162],
			[392, 35],
			[354, 104],
			[418, -23],
			[376, -81],
			[381, -104],
			[147, 254],
			[-180, 197],
			[-136, 209],
			[-359, 46],
			[-158, 220],
			[-60, 220],
			[-98, 440],
			[213, -81],
			[364, -35],
			[359, 35],
			[327, -93],
			[283, -174],
			[119, -208],
			[376, -35],
			[359, 81],
			[381, 116],
			[342, 70],
			[283, -139],
			[370, 46],
			[239, 451],
			[224, -266],
			[321, -104],
			[348, 58],
			[228, -232],
			[365, -23],
			[337, -69],
			[332, -128],
			[218, 220],
			[108, 209],
			[278, -232],
			[381, 58],
			[283, -127],
			[190, -197],
			[370, 58],
			[288, 127],
			[283, 151],
			[337, 81],
			[392, 69],
			[354, 81],
			[272, 127],
			[163, 186],
			[65, 254],
			[-32, 244],
			[-87, 231],
			[-98, 232],
			[-87, 231],
			[-71, 209],
			[-16, 231],
			[27, 232],
			[130, 220],
			[109, 243],
			[44, 231],
			[-55, 255],
			[-32, 232],
			[136, 266],
			[152, 173],
			[180, 220],
			[190, 186],
			[223, 173],
			[109, 255],
			[152, 162],
			[174, 151],
			[267, 34],
			[174, 186],
			[196, 115],
			[228, 70],
			[202, 150],
			[157, 186],
			[218, 69],
			[163, -151],
			[-103, -196],
			[-283, -174],
			[-120, -127],
			[-206, 92],
			[-229, -58],
			[-190, -139],
			[-202, -150],
			[-136, -174],
			[-38, -231],
			[17, -220],
			[130, -197],
			[-190, -139],
			[-261, -46],
			[-153, -197],
			[-163, -185],
			[-174, -255],
			[-44, -220],
			[98, -243],
			[147, -185],
			[229, -139],
			[212, -185],
			[114, -232],
			[60, -220],
			[82, -232],
			[130, -196],
			[82, -220],
			[38, -544],
			[81, -220],
			[22, -232],
			[87, -231],
			[-38, -313],
			[-152, -243],
			[-163, -197],
			[-370, -81],
			[-125, -208],
			[-169, -197],
			[-419, -220],
			[-370, -93],
			[-348, -127],
			[-376, -128],
			[-223, -243],
			[-446, -23],
			[-489, 23],
			[-441, -46],
			[-468, 0],
			[87, -232],
			[424, -104],
			[311, -162],
			[174, -208],
			[-310, -185],
			[-479, 58],
			[-397, -151],
			[-17, -243],
			[-11, -232],
			[327, -196],
			[60, -220],
			[353, -220],
			[588, -93],
			[500, -162],
			[398, -185],
			[506, -186],
			[690, -92],
			[681, -162],
			[473, -174],
			[517, -197],
			[272, -278],
			[136, -220],
			[337, 209],
			[457, 173],
			[484, 186],
			[577, 150],
			[495, 162],
			[691, 12],
			[680, -81],
			[560, -139],
			[180, 255],
			[386, 173],
			[702, 12],
			[550, 127],
			[522, 128],
			[577, 81],
			[614, 104],
			[430, 150],
			[-196, 209],
			[-119, 208],
			[0, 220],
			[-539, -23],
			[-571, -93],
			[-544, 0],
			[-77, 220],
			[39, 440],
			[125, 128],
			[397, 138],
			[468, 139],
			[337, 174],
			[337, 174],
			[251, 231],
			[380, 104],
			[376, 81],
			[190, 47],
			[430, 23],
			[408, 81],
			[343, 116],
			[337, 139],
			[305, 139],
			[386, 185],
			[245, 197],
			[261, 173],
			[82, 232],
			[-294, 139],
			[98, 243],
			[185, 185],
			[288, 116],
			[305, 139],
			[283, 185],
			[217, 232],
			[136, 277],
			[202, 163],
			[331, -35],
			[136, -197],
			[332, -23],
			[11, 220],
			[142, 231],
			[299, -58],
			[71, -220],
			[331, -34],
			[360, 104],
			[348, 69],
			[315, -34],
			[120, -243],
			[305, 196],
			[283, 105],
			[315, 81],
			[310, 81],
			[283, 139],
			[310, 92],
			[240, 128],
			[168, 208],
			[207, -151],
			[288, 81],
			[202, -277],
			[157, -209],
			[316, 116],
			[125, 232],
			[283, 162],
			[365, -35],
			[108, -220],
			[229, 220],
			[299, 69],
			[326, 23],
			[294, -11],
			[310, -70],
			[300, -34],
			[130, -197],
			[180, -174],
			[304, 104],
			[327, 24],
			[315, 0],
			[310, 11],
			[278, 81],
			[294, 70],
			[245, 162],
			[261, 104],
			[283, 58],
			[212, 162],
			[152, 324],
			[158, 197],
			[288, -93],
			[109, -208],
			[239, -139],
			[289, 46],
			[196, -208],
			[206, -151],
			[283, 139],
			[98, 255],
			[250, 104],
			[289, 197],
			[272, 81],
			[326, 116],
			[218, 127],
			[228, 139],
			[218, 127],
			[261, -69],
			[250, 208],
			[180, 162],
			[261, -11],
			[229, 139],
			[54, 208],
			[234, 162],
			[228, 116],
			[278, 93],
			[256, 46],
			[244, -35],
			[262, -58],
			[223, -162],
			[27, -254],
			[245, -197],
			[168, -162],
			[332, -70],
			[185, -162],
			[229, -162],
			[266, -35],
			[223, 116],
			[240, 243],
			[261, -127],
			[272, -70],
			[261, -69],
			[272, -46],
			[277, 0],
			[229, -614],
			[-11, -150],
			[-33, -267],
			[-266, -150],
			[-218, -220],
			[38, -232],
			[310, 12],
			[-38, -232],
			[-141, -220],
			[-131, -243],
			[212, -185],
			[321, -58],
			[321, 104],
			[153, 232],
			[92, 220],
			[153, 185],
			[174, 174],
			[70, 208],
			[147, 289],
			[174, 58],
			[316, 24],
			[277, 69],
			[283, 93],
			[136, 231],
			[82, 220],
			[190, 220],
			[272, 151],
			[234, 115],
			[153, 197],
			[157, 104],
			[202, 93],
			[277, -58],
			[250, 58],
			[272, 69],
			[305, -34],
			[201, 162],
			[142, 393],
			[103, -162],
			[131, -278],
			[234, -115],
			[266, -47],
			[267, 70],
			[283, -46],
			[261, -12],
			[174, 58],
			[234, -35],
			[212, -127],
			[250, 81],
			[300, 0],
			[255, 81],
			[289, -81],
			[185, 197],
			[141, 196],
			[191, 163],
			[348, 439],
			[179, -81],
			[212, -162],
			[185, -208],
			[354, -359],
			[272, -12],
			[256, 0],
			[299, 70],
			[299, 81],
			[229, 162],
			[190, 174],
			[310, 23],
			[207, 127],
			[218, -116],
			[141, -185],
			[196, -185],
			[305, 23],
			[190, -150],
			[332, -151],
			[348, -58],
			[288, 47],
			[218, 185],
			[185, 185],
			[250, 46],
			[251, -81],
			[288, -58],
			[261, 93],
			[250, 0],
			[245, -58],
			[256, -58],
			[250, 104],
			[299, 93],
			[283, 23],
			[316, 0],
			[255, 58],
			[251, 46],
			[76, 290],
			[11, 243],
			[174, -162],
			[49, -266],
			[92, -244],
			[115, -196],
			[234, -105],
			[315, 35],
			[365, 12],
			[250, 35],
			[364, 0],
			[262, 11],
			[364, -23],
			[310, -46],
			[196, -186],
			[-54, -220],
			[179, -173],
			[299, -139],
			[310, -151],
			[360, -104],
			[375, -92],
			[283, -93],
			[315, -12],
			[180, 197],
			[245, -162],
			[212, -185],
			[245, -139],
			[337, -58],
			[321, -69],
			[136, -232],
			[316, -139],
			[212, -208],
			[310, -93],
			[321, 12],
			[299, -35],
			[332, 12],
			[332, -47],
			[310, -81],
			[288, -139],
			[289, -116],
			[195, -173],
			[-32, -232],
			[-147, -208],
			[-125, -266],
			[-98, -209],
			[-131, -243],
			[-364, -93],
			[-163, -208],
			[-360, -127],
			[-125, -232],
			[-190, -220],
			[-201, -185],
			[-115, -243],
			[-70, -220],
			[-28, -266],
			[6, -220],
			[158, -232],
			[60, -220],
			[130, -208],
			[517, -81],
			[109, -255],
			[-501, -93],
			[-424, -127],
			[-528, -23],
			[-234, -336],
			[-49, -278],
			[-119, -220],
			[-147, -220],
			[370, -196],
			[141, -244],
			[239, -219],
			[338, -197],
			[386, -186],
			[419, -185],
			[636, -185],
			[142, -289],
			[800, -128],
			[53, -45],
			[208, -175],
			[767, 151],
			[636, -186],
			[-99520, -142]
		],
		[
			[31180, 18764],
			[361, -355],
			[389, -147],
			[-125, -296],
			[-264, -29],
			[-141, 208],
			[-92, -239],
			[-238, -183],
			[-301, 67],
			[-202, 177],
			[-291, 86],
			[-350, 330],
			[-283, 317],
			[-383, 662],
			[229, -124],
			[390, -395],
			[369, -212],
			[143, 271],
			[90, 405],
			[256, 244],
			[198, -70],
			[106, -274],
			[139, -443]
		],
		[
			[33736, 20389],
			[222, -266],
			[-83, -207],
			[-375, -177],
			[-125, 207],
			[-236, -266],
			[-139, 266],
			[333, 354],
			[236, -148],
			[167, 237]
		],
		[
			[69522, 21210],
			[-427, -38],
			[-7, 314],
			[41, 244],
			[19, 121],
			[179, -186],
			[263, -74],
			[9, -112],
			[-77, -269]
		],
		[
			[90387, 26479],
			[269, -204],
			[151, 81],
			[217, 113],
			[166, -39],
			[20, -702],
			[-95, -203],
			[-29, -476],
			[-97, 162],
			[-193, -412],
			[-57, 32],
			[-171, 19],
			[-171, 505],
			[-38, 390],
			[-160, 515],
			[7, 271],
			[181, -52]
		],
		[
			[98060, 26404],
			[63, -244],
			[198, 239],
			[80, -249],
			[0, -249],
			[-103, -274],
			[-182, -435],
			[-142, -238],
			[103, -284],
			[-214, -7],
			[-238, -223],
			[-75, -387],
			[-157, -597],
			[-219, -264],
			[-138, -169],
			[-256, 13],
			[-180, 194],
			[-302, 42],
			[-46, 217],
			[149, 438],
			[349, 583],
			[179, 111],
			[200, 225],
			[238, 310],
			[167, 306],
			[123, 441],
			[106, 149],
			[41, 330],
			[195, 273],
			[61, -251]
		],
		[
			[98502, 29218],
			[202, -622],
			[5, 403],
			[126, -161],
			[41, -447],
			[224, -192],
			[188, -48],
			[158, 226],
			[141, -69],
			[-67, -524],
			[-85, -345],
			[-212, 12],
			[-74, -179],
			[26, -254],
			[-41, -110],
			[-105, -319],
			[-138, -404],
			[-214, -236],
			[-48, 155],
			[-116, 85],
			[160, 486],
			[-91, 326],
			[-299, 236],
			[8, 214],
			[201, 206],
			[47, 455],
			[-13, 382],
			[-113, 396],
			[8, 104],
			[-133, 244],
			[-218, 523],
			[-117, 418],
			[104, 46],
			[151, -328],
			[216, -153],
			[78, -526]
		],
		[
			[96421, 37487],
			[-105, -142],
			[-153, 160],
			[-199, 266],
			[-179, 313],
			[-184, 416],
			[-38, 201],
			[119, -9],
			[156, -201],
			[122, -200],
			[89, -166],
			[228, -366],
			[144, -272]
		],
		[
			[99547, 40335],
			[96, -171],
			[-46, -308],
			[-172, -81],
			[-153, 73],
			[-27, 260],
			[107, 203],
			[126, -74],
			[69, 98]
		],
		[
			[0, 40798],
			[99822, -145],
			[-177, -124],
			[-36, 220],
			[139, 121],
			[88, 33],
			[-99836, 184]
		],
		[[0, 41087], [0, -289]],
		[
			[0, 41087],
			[57, 27],
			[-34, -284],
			[-23, -32]
		],
		[
			[96623, 40851],
			[-92, -78],
			[-93, 259],
			[10, 158],
			[175, -339]
		],
		[
			[96418, 41756],
			[45, -476],
			[-75, 74],
			[-58, -32],
			[-39, 163],
			[-6, 453],
			[133, -182]
		],
		[
			[63904, 42571],
			[45, -711],
			[72, -276],
			[-28, -284],
			[-49, -174],
			[-94, 347],
			[-53, -175],
			[53, -438],
			[-24, -250],
			[-77, -137],
			[-18, -500],
			[-109, -689],
			[-137, -814],
			[-172, -1120],
			[-106, -821],
			[-125, -685],
			[-226, -140],
			[-243, -250],
			[-160, 151],
			[-220, 211],
			[-77, 312],
			[-18, 524],
			[-98, 471],
			[-26, 425],
			[50, 426],
			[128, 102],
			[1, 197],
			[133, 447],
			[25, 377],
			[-65, 280],
			[-52, 372],
			[-23, 544],
			[97, 331],
			[38, 375],
			[138, 22],
			[155, 121],
			[103, 107],
			[122, 7],
			[158, 337],
			[229, 364],
			[83, 297],
			[-38, 253],
			[118, -71],
			[153, 410],
			[6, 356],
			[92, 264],
			[96, -254],
			[74, -251],
			[69, -390]
		],
		[
			[89877, 42448],
			[100, -464],
			[179, 223],
			[92, -250],
			[133, -231],
			[-29, -262],
			[60, -506],
			[42, -295],
			[70, -72],
			[75, -505],
			[-27, -307],
			[90, -400],
			[301, -309],
			[197, -281],
			[186, -257],
			[-37, -143],
			[159, -371],
			[108, -639],
			[111, 130],
			[113, -256],
			[68, 91],
			[48, -626],
			[197, -363],
			[129, -226],
			[217, -478],
			[78, -475],
			[7, -337],
			[-19, -365],
			[132, -502],
			[-16, -523],
			[-48, -274],
			[-75, -527],
			[6, -339],
			[-55, -423],
			[-123, -538],
			[-205, -290],
			[-102, -458],
			[-93, -292],
			[-82, -510],
			[-107, -294],
			[-70, -442],
			[-36, -407],
			[14, -187],
			[-159, -205],
			[-311, -22],
			[-257, -242],
			[-127, -229],
			[-168, -254],
			[-230, 262],
			[-170, 104],
			[43, 308],
			[-152, -112],
			[-243, -428],
			[-240, 160],
			[-158, 94],
			[-159, 42],
			[-269, 171],
			[-179, 364],
			[-52, 449],
			[-64, 298],
			[-137, 240],
			[-267, 71],
			[91, 287],
			[-67, 438],
			[-136, -408],
			[-247, -109],
			[146, 327],
			[42, 341],
			[107, 289],
			[-22, 438],
			[-226, -504],
			[-174, -202],
			[-106, -470],
			[-217, 243],
			[9, 313],
			[-174, 429],
			[-147, 221],
			[52, 137],
			[-356, 358],
			[-195, 17],
			[-267, 287],
			[-498, -56],
			[-359, -211],
			[-317, -197],
			[-265, 39],
			[-294, -303],
			[-241, -137],
			[-53, -309],
			[-103, -240],
			[-236, -15],
			[-174, -52],
			[-246, 107],
			[-199, -64],
			[-191, -27],
			[-165, -315],
			[-81, 26],
			[-140, -167],
			[-133, -187],
			[-203, 23],
			[-186, 0],
			[-295, 377],
			[-149, 113],
			[6, 338],
			[138, 81],
			[47, 134],
			[-10, 212],
			[34, 411],
			[-31, 350],
			[-147, 598],
			[-45, 337],
			[12, 336],
			[-111, 385],
			[-7, 174],
			[-123, 235],
			[-35, 463],
			[-158, 467],
			[-39, 252],
			[122, -255],
			[-93, 548],
			[137, -171],
			[83, -229],
			[-5, 303],
			[-138, 465],
			[-26, 186],
			[-65, 177],
			[31, 341],
			[56, 146],
			[38, 295],
			[-29, 346],
			[114, 425],
			[21, -450],
			[118, 406],
			[225, 198],
			[136, 252],
			[212, 217],
			[126, 46],
			[77, -73],
			[219, 220],
			[168, 66],
			[42, 129],
			[74, 54],
			[153, -14],
			[292, 173],
			[151, 262],
			[71, 316],
			[163, 300],
			[13, 236],
			[7, 321],
			[194, 502],
			[117, -510],
			[119, 118],
			[-99, 279],
			[87, 287],
			[122, -128],
			[34, 449],
			[152, 291],
			[67, 233],
			[140, 101],
			[4, 165],
			[122, -69],
			[5, 148],
			[122, 85],
			[134, 80],
			[205, -271],
			[155, -350],
			[173, -4],
			[177, -56],
			[-59, 325],
			[133, 473],
			[126, 155],
			[-44, 147],
			[121, 338],
			[168, 208],
			[142, -70],
			[234, 111],
			[-5, 302],
			[-204, 195],
			[148, 86],
			[184, -147],
			[148, -242],
			[234, -151],
			[79, 60],
			[172, -182],
			[162, 169],
			[105, -51],
			[65, 113],
			[127, -292],
			[-74, -316],
			[-105, -239],
			[-96, -20],
			[32, -236],
			[-81, -295],
			[-99, -291],
			[20, -166],
			[221, -327],
			[214, -189],
			[143, -204],
			[201, -350],
			[78, 1],
			[145, -151],
			[43, -183],
			[265, -200],
			[183, 202],
			[55, 317],
			[56, 262],
			[34, 324],
			[85, 470],
			[-39, 286],
			[20, 171],
			[-32, 339],
			[37, 445],
			[53, 120],
			[-43, 197],
			[67, 313],
			[52, 325],
			[7, 168],
			[104, 222],
			[78, -289],
			[19, -371],
			[70, -71],
			[11, -249],
			[101, -300],
			[21, -335],
			[-10, -214]
		],
		[
			[95032, 44386],
			[78, -203],
			[-194, 4],
			[-106, 363],
			[166, -142],
			[56, -22]
		],
		[
			[83531, 44530],
			[-117, -11],
			[-368, 414],
			[259, 116],
			[146, -180],
			[97, -180],
			[-17, -159]
		],
		[
			[94680, 44747],
			[-108, -14],
			[-170, 60],
			[-58, 91],
			[17, 235],
			[183, -93],
			[91, -124],
			[45, -155]
		],
		[
			[94910, 44908],
			[-42, -109],
			[-206, 512],
			[-57, 353],
			[94, 0],
			[100, -473],
			[111, -283]
		],
		[
			[84565, 44589],
			[-238, -130],
			[-33, 71],
			[25, 201],
			[119, 360],
			[275, 235],
			[32, 139],
			[239, 133],
			[194, 20],
			[87, 74],
			[105, -74],
			[-102, -160],
			[-289, -258],
			[-233, -170],
			[-181, -441]
		],
		[
			[82749, 45797],
			[100, -158],
			[172, 48],
			[69, -251],
			[-321, -119],
			[-193, -79],
			[-149, 5],
			[95, 340],
			[153, 5],
			[74, 209]
		],
		[
			[84139, 45797],
			[-41, -328],
			[-417, -168],
			[-370, 73],
			[0, 216],
			[220, 123],
			[174, -177],
			[185, 45],
			[249, 216]
		],
		[
			[94409, 45654],
			[12, -119],
			[-218, 251],
			[-152, 212],
			[-104, 197],
			[41, 60],
			[128, -142],
			[228, -272],
			[65, -187]
		],
		[
			[93760, 46238],
			[-56, -33],
			[-121, 134],
			[-114, 243],
			[14, 99],
			[166, -250],
			[111, -193]
		],
		[
			[80172, 46575],
			[533, -59],
			[61, 244],
			[515, -284],
			[101, -383],
			[417, -108],
			[341, -351],
			[-317, -225],
			[-306, 238],
			[-251, -16],
			[-288, 44],
			[-260, 106],
			[-322, 225],
			[-204, 59],
			[-116, -74],
			[-506, 243],
			[-48, 254],
			[-255, 44],
			[191, 564],
			[337, -35],
			[224, -231],
			[115, -45],
			[38, -210]
		],
		[
			[87423, 46908],
			[-143, -402],
			[-27, 445],
			[49, 212],
			[58, 200],
			[63, -173],
			[0, -282]
		],
		[
			[93299, 46550],
			[-78, -59],
			[-120, 227],
			[-122, 375],
			[-59, 450],
			[38, 57],
			[30, -175],
			[84, -134],
			[135, -375],
			[131, -200],
			[-39, -166]
		],
		[
			[92217, 47343],
			[-146, -48],
			[-44, -166],
			[-152, -144],
			[-142, -138],
			[-148, 1],
			[-228, 171],
			[-158, 165],
			[23, 183],
			[249, -86],
			[152, 46],
			[42, 283],
			[40, 15],
			[27, -314],
			[158, 45],
			[78, 202],
			[155, 211],
			[-30, 348],
			[166, 11],
			[56, -97],
			[-5, -327],
			[-93, -361]
		],
		[
			[85346, 48536],
			[-104, -196],
			[-192, 108],
			[-54, 254],
			[281, 29],
			[69, -195]
		],
		[
			[86241, 48752],
			[101, -452],
			[-234, 244],
			[-232, 49],
			[-157, -39],
			[-192, 21],
			[65, 325],
			[344, 24],
			[305, -172]
		],
		[
			[92538, 47921],
			[-87, -157],
			[-52, 348],
			[-65, 229],
			[-126, 193],
			[-158, 252],
			[-200, 174],
			[77, 143],
			[150, -166],
			[94, -130],
			[117, -142],
			[111, -248],
			[106, -189],
			[33, -307]
		],
		[
			[87261, 49899],
			[78, -955],
			[287, -354],
			[232, 627],
			[319, 356],
			[247, 1],
			[238, -206],
			[206, -212],
			[298, -113],
			[482, -407],
			[513, -338],
			[192, -302],
			[154, -297],
			[43, -349],
			[462, -365],
			[68, -313],
			[-256, -64],
			[62, -393],
			[248, -388],
			[180, -627],
			[159, 20],
			[-11, -262],
			[215, -100],
			[-84, -111],
			[295, -249],
			[-30, -171],
			[-184, -41],
			[-69, 153],
			[-238, 66],
			[-281, 89],
			[-216, 377],
			[-158, 325],
			[-144, 517],
			[-362, 259],
			[-235, -169],
			[-170, -195],
			[35, -436],
			[-218, -203],
			[-155, 99],
			[-288, 25],
			[-247, 485],
			[-282, 118],
			[-69, -168],
			[-352, -18],
			[118, 481],
			[175, 164],
			[-72, 642],
			[-134, 496],
			[-538, 500],
			[-229, 50],
			[-417, 546],
			[-82, -287],
			[-107, -52],
			[-63, 216],
			[-1, 257],
			[-212, 290],
			[299, 213],
			[198, -11],
			[-23, 156],
			[-407, 1],
			[-110, 352],
			[-248, 109],
			[-117, 293],
			[374, 143],
			[142, 192],
			[446, -242],
			[44, -220]
		],
		[
			[84788, 51419],
			[-223, -587],
			[-209, -113],
			[-267, 115],
			[-463, -29],
			[-243, -85],
			[-39, -447],
			[248, -526],
			[150, 268],
			[518, 201],
			[-22, -272],
			[-121, 86],
			[-121, -347],
			[-245, -229],
			[263, -757],
			[-50, -203],
			[249, -682],
			[-2, -388],
			[-148, -173],
			[-109, 207],
			[134, 484],
			[-273, -229],
			[-69, 164],
			[36, 228],
			[-200, 346],
			[21, 576],
			[-186, -179],
			[24, -689],
			[11, -846],
			[-176, -85],
			[-119, 173],
			[79, 544],
			[-43, 570],
			[-117, 4],
			[-86, 405],
			[115, 387],
			[40, 469],
			[139, 891],
			[58, 243],
			[237, 439],
			[217, -174],
			[350, -82],
			[319, 25],
			[275, 429],
			[48, -132]
		],
		[
			[85746, 51249],
			[-15, -517],
			[-143, 58],
			[-42, -359],
			[114, -312],
			[-78, -71],
			[-112, 374],
			[-82, 755],
			[56, 472],
			[92, 215],
			[20, -322],
			[164, -52],
			[26, -241]
		],
		[
			[79393, 47122],
			[-308, -12],
			[-234, 494],
			[-356, 482],
			[-119, 358],
			[-210, 481],
			[-138, 443],
			[-212, 827],
			[-244, 493],
			[-81, 508],
			[-103, 461],
			[-250, 372],
			[-145, 506],
			[-209, 330],
			[-290, 652],
			[-24, 300],
			[178, -24],
			[430, -114],
			[246, -577],
			[215, -401],
			[153, -246],
			[263, -635],
			[283, -9],
			[233, -405],
			[161, -495],
			[211, -270],
			[-111, -482],
			[159, -205],
			[100, -15],
			[47, -412],
			[97, -330],
			[204, -52],
			[135, -374],
			[-70, -735],
			[-11, -914]
		],
		[
			[82742, 51659],
			[312, -546],
			[-329, -70],
			[-93, -403],
			[12, -535],
			[-267, -404],
			[-7, -589],
			[-107, -903],
			[-41, 210],
			[-316, -266],
			[-110, 361],
			[-198, 34],
			[-139, 189],
			[-330, -212],
			[-101, 285],
			[-182, -32],
			[-229, 68],
			[-43, 793],
			[-138, 164],
			[-134, 505],
			[-38, 517],
			[32, 548],
			[165, 392],
			[204, -202],
			[214, 110],
			[56, 500],
			[119, 112],
			[333, 128],
			[199, 467],
			[137, 374],
			[110, 221],
			[236, 323],
			[214, 411],
			[140, 462],
			[112, 2],
			[143, -299],
			[13, -257],
			[183, -165],
			[231, -177],
			[-20, -232],
			[-186, -29],
			[50, -289],
			[-205, -201],
			[-158, -533],
			[204, -560],
			[-48, -272]
		],
		[
			[85104, 55551],
			[28, -392],
			[16, -332],
			[-94, -540],
			[-102, 602],
			[-130, -300],
			[89, -435],
			[-79, -277],
			[-327, 343],
			[-78, 428],
			[84, 280],
			[-176, 280],
			[-87, -245],
			[-131, 23],
			[-205, -330],
			[-46, 173],
			[109, 498],
			[175, 166],
			[151, 223],
			[98, -268],
			[212, 162],
			[45, 264],
			[196, 15],
			[-16, 457],
			[225, -280],
			[23, -297],
			[20, -218]
		],
		[
			[72560, 54241],
			[-242, -135],
			[-132, 470],
			[-49, 849],
			[126, 959],
			[192, -328],
			[129, -416],
			[134, -616],
			[-42, -615],
			[-116, -168]
		],
		[
			[33073, 56553],
			[-232, -65],
			[-50, 53],
			[81, 163],
			[-6, 233],
			[160, 77],
			[58, -21],
			[-11, -440]
		],
		[
			[84439, 56653],
			[-100, -195],
			[-87, -373],
			[-87, -175],
			[-171, 409],
			[57, 158],
			[70, 165],
			[30, 367],
			[153, 35],
			[-44, -398],
			[205, 570],
			[-26, -563]
		],
		[
			[82917, 56084],
			[-369, -561],
			[136, 414],
			[200, 364],
			[167, 409],
			[146, 587],
			[49, -482],
			[-183, -325],
			[-146, -406]
		],
		[
			[83856, 57606],
			[166, -183],
			[177, 1],
			[-5, -247],
			[-129, -251],
			[-176, -178],
			[-10, 275],
			[20, 301],
			[-43, 282]
		],
		[
			[84861, 57766],
			[78, -660],
			[-214, 157],
			[5, -199],
			[68, -364],
			[-132, -133],
			[-11, 416],
			[-84, 31],
			[-43, 357],
			[163, -47],
			[-4, 224],
			[-169, 451],
			[266, -13],
			[77, -220]
		],
		[
			[83757, 58301],
			[-74, -510],
			[-119, 295],
			[-142, 450],
			[238, -22],
			[97, -213]
		],
		[
			[83700, 61512],
			[171, -168],
			[85, 153],
			[26, -150],
			[-46, -245],
			[95, -423],
			[-73, -491],
			[-164, -196],
			[-43, -476],
			[62, -471],
			[147, -65],
			[123, 70],
			[347, -328],
			[-27, -321],
			[91, -142],
			[-29, -272],
			[-216, 290],
			[-103, 310],
			[-71, -217],
			[-177, 354],
			[-253, -87],
			[-138, 130],
			[14, 244],
			[87, 151],
			[-83, 136],
			[-36, -213],
			[-137, 340],
			[-41, 257],
			[-11, 566],
			[112, -195],
			[29, 925],
			[90, 535],
			[169, -1]
		],
		[
			[31780, 61349],
			[-71, -149],
			[-209, 4],
			[-163, -21],
			[-16, 253],
			[40, 86],
			[227, -3],
			[142, -52],
			[50, -118]
		],
		[
			[28638, 61137],
			[-84, -99],
			[-156, 95],
			[-159, 215],
			[34, 135],
			[116, 41],
			[64, -20],
			[187, -53],
			[147, -142],
			[46, -161],
			[-195, -11]
		],
		[
			[29839, 62320],
			[241, -93],
			[34, 101],
			[217, -3],
			[165, -152],
			[73, 15],
			[50, -209],
			[152, 11],
			[-9, -176],
			[124, -21],
			[136, -217],
			[-103, -240],
			[-132, 128],
			[-127, -25],
			[-92, 28],
			[-50, -107],
			[-106, -37],
			[-43, 144],
			[-92, -85],
			[-111, -405],
			[-71, 94],
			[-14, 170],
			[-185, 100],
			[-131, -41],
			[-169, 43],
			[-130, -110],
			[-149, 184],
			[24, 190],
			[256, -82],
			[210, -47],
			[100, 131],
			[-127, 256],
			[2, 226],
			[-175, 92],
			[62, 163],
			[170, -26]
		],
		[
			[80649, 61615],
			[-240, -284],
			[-228, 183],
			[-8, 509],
			[137, 267],
			[304, 166],
			[159, -14],
			[62, -226],
			[-122, -260],
			[-64, -341]
		],
		[
			[6794, 61855],
			[-41, -99],
			[-69, 84],
			[8, 165],
			[-46, 216],
			[14, 65],
			[48, 97],
			[-19, 116],
			[16, 55],
			[21, -11],
			[107, -100],
			[49, -51],
			[45, -79],
			[71, -207],
			[-7, -33],
			[-108, -126],
			[-89, -92]
		],
		[
			[6645, 62777],
			[-94, -43],
			[-47, 125],
			[-32, 48],
			[-3, 37],
			[27, 50],
			[99, -56],
			[73, -90],
			[-23, -71]
		],
		[
			[6456, 63091],
			[-9, -63],
			[-149, 17],
			[21, 72],
			[137, -26]
		],
		[
			[6207, 63177],
			[-15, -34],
			[-19, 8],
			[-97, 21],
			[-35, 133],
			[-11, 24],
			[74, 82],
			[23, -38],
			[80, -196]
		],
		[
			[5737, 63567],
			[-33, -58],
			[-93, 107],
			[14, 43],
			[43, 58],
			[64, -12],
			[5, -138]
		],
		[
			[27867, 64030],
			[110, -216],
			[260, 66],
			[98, -138],
			[235, -366],
			[173, -267],
			[92, 8],
			[165, -120],
			[-20, -167],
			[205, -24],
			[210, -242],
			[-33, -138],
			[-185, -75],
			[-187, -29],
			[-191, 46],
			[-398, -57],
			[186, 329],
			[-113, 154],
			[-179, 39],
			[-96, 171],
			[-66, 336],
			[-157, -23],
			[-259, 159],
			[-83, 124],
			[-362, 91],
			[-97, 115],
			[104, 148],
			[-273, 30],
			[-199, -307],
			[-115, -8],
			[-40, -144],
			[-138, -65],
			[-118, 56],
			[146, 183],
			[60, 213],
			[126, 131],
			[142, 116],
			[210, 56],
			[67, 65],
			[240, -42],
			[219, -7],
			[261, -201]
		],
		[
			[28462, 64617],
			[-68, -29],
			[-70, 340],
			[-104, 171],
			[60, 375],
			[84, -23],
			[97, -491],
			[1, -343]
		],
		[
			[83659, 64045],
			[-119, -485],
			[-146, 499],
			[-32, 438],
			[163, 581],
			[223, 447],
			[127, -176],
			[-49, -357],
			[-167, -947]
		],
		[
			[28383, 66284],
			[-303, -95],
			[-19, 219],
			[130, 47],
			[184, -18],
			[8, -153]
		],
		[
			[28611, 66290],
			[-48, -420],
			[-51, 75],
			[4, 309],
			[-124, 234],
			[-1, 67],
			[220, -265]
		],
		[
			[87399, 70756],
			[35, -203],
			[-156, -357],
			[-114, 189],
			[-143, -137],
			[-73, -346],
			[-181, 168],
			[2, 281],
			[154, 352],
			[158, -68],
			[114, 248],
			[204, -127]
		],
		[
			[59604, 71655],
			[-188, -251],
			[21, -111],
			[8, -48],
			[-285, -240],
			[-136, 77],
			[-64, 237],
			[132, 22],
			[19, 3],
			[40, 143],
			[200, -8],
			[253, 176]
		],
		[
			[56583, 71675],
			[152, -199],
			[216, 34],
			[207, -42],
			[-7, -103],
			[151, 71],
			[-35, -175],
			[-400, -50],
			[3, 98],
			[-339, 115],
			[52, 251]
		],
		[
			[54311, 73167],
			[-100, -465],
			[41, -183],
			[-58, -303],
			[-213, 222],
			[-141, 64],
			[-387, 300],
			[38, 304],
			[325, -54],
			[284, 64],
			[211, 51]
		],
		[
			[52558, 74927],
			[166, -419],
			[-39, -782],
			[-126, 38],
			[-113, -197],
			[-105, 156],
			[-11, 713],
			[-64, 338],
			[153, -30],
			[139, 183]
		],
		[
			[89159, 72524],
			[-104, -472],
			[48, -296],
			[-145, -416],
			[-355, -278],
			[-488, -36],
			[-396, -675],
			[-186, 227],
			[-12, 442],
			[-483, -130],
			[-329, -279],
			[-325, -11],
			[282, -435],
			[-186, -1004],
			[-179, -248],
			[-135, 229],
			[69, 533],
			[-176, 172],
			[-113, 405],
			[263, 182],
			[145, 371],
			[280, 306],
			[203, 403],
			[553, 177],
			[297, -121],
			[291, 1050],
			[185, -282],
			[408, 591],
			[158, 229],
			[174, 723],
			[-47, 664],
			[117, 374],
			[295, 108],
			[152, -819],
			[-9, -479],
			[-256, -595],
			[4, -610]
		],
		[
			[52655, 75484],
			[-92, -456],
			[-126, 120],
			[-64, 398],
			[56, 219],
			[179, 226],
			[47, -507]
		],
		[
			[89974, 76679],
			[195, -126],
			[197, 250],
			[62, -663],
			[-412, -162],
			[-244, -587],
			[-436, 404],
			[-152, -646],
			[-308, -9],
			[-39, 587],
			[138, 455],
			[296, 33],
			[81, 817],
			[83, 460],
			[326, -615],
			[213, -198]
		],
		[
			[32315, 78082],
			[202, -79],
			[257, 16],
			[-137, -242],
			[-102, -38],
			[-353, 250],
			[-69, 198],
			[105, 183],
			[97, -288]
		],
		[
			[32831, 79592],
			[-135, -11],
			[-360, 186],
			[-258, 279],
			[96, 49],
			[365, -148],
			[284, -247],
			[8, -108]
		],
		[
			[15692, 79240],
			[-140, -82],
			[-456, 269],
			[-84, 209],
			[-248, 207],
			[-50, 168],
			[-286, 107],
			[-107, 321],
			[24, 137],
			[291, -129],
			[171, -89],
			[261, -63],
			[94, -204],
			[138, -280],
			[277, -244],
			[115, -327]
		],
		[
			[34407, 80527],
			[-184, -517],
			[181, 199],
			[187, -126],
			[-98, -206],
			[247, -162],
			[128, 144],
			[277, -182],
			[-86, -433],
			[194, 101],
			[36, -313],
			[86, -367],
			[-117, -520],
			[-125, -22],
			[-183, 111],
			[60, 484],
			[-77, 75],
			[-322, -513],
			[-166, 21],
			[196, 277],
			[-267, 144],
			[-298, -35],
			[-539, 18],
			[-43, 175],
			[173, 208],
			[-121, 160],
			[234, 356],
			[287, 941],
			[172, 336],
			[241, 204],
			[129, -26],
			[-54, -160],
			[-148, -372]
		],
		[
			[13136, 82508],
			[267, 47],
			[-84, -671],
			[242, -475],
			[-111, 1],
			[-167, 270],
			[-103, 272],
			[-140, 184],
			[-51, 260],
			[16, 188],
			[131, -76]
		],
		[
			[89901, 80562],
			[280, -1046],
			[-411, 195],
			[-171, -854],
			[271, -605],
			[-8, -413],
			[-211, 356],
			[-182, -457],
			[-51, 496],
			[31, 575],
			[-32, 638],
			[64, 446],
			[13, 790],
			[-163, 581],
			[24, 808],
			[257, 271],
			[-110, 274],
			[123, 83],
			[73, -391],
			[96, -569],
			[-7, -581],
			[114, -597]
		],
		[
			[48114, 81456],
			[-493, -349],
			[-393, 89],
			[225, 617],
			[-145, 601],
			[378, 463],
			[210, 276],
			[233, 24],
			[298, -365],
			[-149, -406],
			[46, -422],
			[-210, -528]
		],
		[
			[53524, 83435],
			[-166, -478],
			[-291, 333],
			[-39, 246],
			[408, 195],
			[88, -296]
		],
		[
			[7498, 84325],
			[-277, -225],
			[-142, 152],
			[-43, 277],
			[252, 210],
			[148, 90],
			[185, -40],
			[117, -183],
			[-240, -281]
		],
		[
			[49165, 85222],
			[-297, -639],
			[283, 81],
			[304, -3],
			[-72, -481],
			[-250, -530],
			[287, -38],
			[270, -759],
			[190, -95],
			[171, -673],
			[79, -233],
			[337, -113],
			[-34, -378],
			[-142, -173],
			[111, -305],
			[-250, -310],
			[-371, 6],
			[-473, -163],
			[-130, 116],
			[-183, -276],
			[-257, 67],
			[-195, -226],
			[-148, 118],
			[407, 621],
			[249, 127],
			[-436, 99],
			[-79, 235],
			[291, 183],
			[-152, 319],
			[52, 387],
			[414, -54],
			[40, 343],
			[-190, 372],
			[-337, 104],
			[-66, 160],
			[101, 264],
			[-92, 163],
			[-149, -279],
			[-17, 569],
			[-140, 301],
			[101, 611],
			[216, 480],
			[222, -47],
			[335, 49]
		],
		[
			[4006, 85976],
			[-171, -92],
			[-182, 110],
			[-168, 161],
			[274, 101],
			[220, -54],
			[27, -226]
		],
		[
			[27981, 87304],
			[-108, -310],
			[-123, 50],
			[-73, 176],
			[13, 41],
			[107, 177],
			[114, -13],
			[70, -121]
		],
		[
			[27250, 87631],
			[-325, -326],
			[-196, 13],
			[-61, 160],
			[207, 273],
			[381, -6],
			[-6, -114]
		],
		[
			[2297, 88264],
			[171, -113],
			[173, 61],
			[225, -156],
			[276, -79],
			[-23, -64],
			[-211, -125],
			[-211, 128],
			[-106, 107],
			[-245, -34],
			[-66, 52],
			[17, 223]
		],
		[
			[26344, 89371],
			[51, -259],
			[143, 91],
			[161, -155],
			[304, -203],
			[318, -184],
			[25, -281],
			[204, 46],
			[199, -196],
			[-247, -186],
			[-432, 142],
			[-156, 266],
			[-275, -314],
			[-396, -306],
			[-95, 346],
			[-377, -57],
			[242, 292],
			[35, 465],
			[95, 542],
			[201, -49]
		],
		[
			[45969, 89843],
			[-64, -382],
			[314, -403],
			[-361, -451],
			[-801, -405],
			[-240, -107],
			[-365, 87],
			[-775, 187],
			[273, 261],
			[-605, 289],
			[492, 114],
			[-12, 174],
			[-583, 137],
			[188, 385],
			[421, 87],
			[433, -400],
			[422, 321],
			[349, -167],
			[453, 315],
			[461, -42]
		],
		[
			[28926, 90253],
			[-312, -30],
			[-69, 289],
			[118, 331],
			[255, 82],
			[217, -163],
			[3, -253],
			[-32, -82],
			[-180, -174]
		],
		[
			[0, 91325],
			[681, -451],
			[728, -588],
			[-24, -367],
			[187, -147],
			[-64, 429],
			[754, -88],
			[544, -553],
			[-276, -257],
			[-455, -61],
			[-7, -578],
			[-111, -122],
			[-260, 17],
			[-212, 206],
			[-369, 172],
			[-62, 257],
			[-283, 96],
			[-315, -76],
			[-151, 207],
			[60, 219],
			[-333, -140],
			[126, -278],
			[-158, -251]
		],
		[[0, 88971], [0, 2354]],
		[
			[23431, 91410],
			[-173, -207],
			[-374, 179],
			[-226, -65],
			[-380, 266],
			[245, 183],
			[194, 256],
			[295, -168],
			[166, -106],
			[84, -112],
			[169, -226]
		],
		[
			[0, 92833],
			[99999, -404],
			[-305, -30],
			[-49, 187],
			[-99645, 247]
		],
		[
			[0, 92833],
			[36, 24],
			[235, -1],
			[402, -169],
			[-24, -81],
			[-286, -141],
			[-363, -36],
			[0, 404]
		],
		[
			[24848, 91640],
			[-1, -604],
			[371, 463],
			[332, -380],
			[-83, -438],
			[269, -399],
			[290, 427],
			[202, 510],
			[16, 648],
			[394, -45],
			[411, -87],
			[373, -293],
			[17, -293],
			[-207, -315],
			[196, -316],
			[-36, -288],
			[-544, -413],
			[-386, -91],
			[-287, 178],
			[-83, -297],
			[-268, -498],
			[-81, -258],
			[-322, -400],
			[-397, -39],
			[-220, -250],
			[-18, -384],
			[-323, -74],
			[-340, -479],
			[-301, -665],
			[-108, -466],
			[-15, -686],
			[408, -99],
			[125, -553],
			[130, -448],
			[388, 117],
			[517, -256],
			[277, -225],
			[199, -279],
			[348, -162],
			[294, -249],
			[459, -34],
			[302, -58],
			[-45, -511],
			[86, -594],
			[201, -661],
			[414, -561],
			[214, 192],
			[150, 607],
			[-145, 934],
			[-196, 311],
			[445, 276],
			[314, 415],
			[154, 411],
			[-22, 395],
			[-189, 502],
			[-338, 445],
			[328, 619],
			[-121, 535],
			[-93, 922],
			[194, 137],
			[476, -161],
			[286, -57],
			[230, 155],
			[258, -200],
			[342, -343],
			[85, -229],
			[495, -45],
			[-8, -496],
			[92, -747],
			[254, -92],
			[201, -348],
			[402, 328],
			[266, 652],
			[184, 274],
			[216, -527],
			[362, -754],
			[307, -709],
			[-112, -371],
			[370, -333],
			[250, -338],
			[442, -152],
			[179, -189],
			[110, -500],
			[216, -78],
			[112, -223],
			[20, -664],
			[-202, -222],
			[-199, -207],
			[-458, -210],
			[-349, -486],
			[-470, -96],
			[-594, 125],
			[-417, 4],
			[-287, -41],
			[-233, -424],
			[-354, -262],
			[-401, -782],
			[-320, -545],
			[236, 97],
			[446, 776],
			[583, 493],
			[416, 59],
			[245, -290],
			[-262, -397],
			[88, -637],
			[91, -446],
			[361, -295],
			[459, 86],
			[278, 664],
			[19, -429],
			[180, -214],
			[-344, -387],
			[-615, -351],
			[-276, -239],
			[-310, -426],
			[-211, 44],
			[-11, 500],
			[483, 488],
			[-445, -19],
			[-309, -72],
			[48, -194],
			[-296, -286],
			[-286, -204],
			[-293, -175],
			[-159, -386],
			[-35, -98],
			[-3, -313],
			[92, -313],
			[115, -15],
			[-29, 216],
			[83, -131],
			[-22, -169],
			[-188, -96],
			[-133, 12],
			[-205, -104],
			[-121, -29],
			[-162, -29],
			[-231, -171],
			[408, 111],
			[82, -112],
			[-389, -177],
			[-177, -1],
			[8, 72],
			[-84, -164],
			[82, -27],
			[-60, -424],
			[-203, -455],
			[-20, 152],
			[-61, 31],
			[-91, 147],
			[57, -318],
			[66, -106],
			[8, -222],
			[-89, -230],
			[-157, -472],
			[-25, 24],
			[86, 402],
			[-142, 226],
			[-33, 490],
			[-53, -255],
			[59, -375],
			[-175, 88],
			[183, -186],
			[12, -562],
			[79, -41],
			[29, -204],
			[39, -591],
			[-176, -439],
			[-288, -175],
			[-182, -346],
			[-139, -38],
			[-141, -217],
			[-39, -199],
			[-305, -383],
			[-157, -281],
			[-131, -351],
			[-43, -419],
			[50, -411],
			[92, -505],
			[124, -418],
			[1, -256],
			[132, -685],
			[-9, -398],
			[-12, -230],
			[-69, -361],
			[-83, -74],
			[-137, 71],
			[-44, 259],
			[-106, 136],
			[-147, 508],
			[-129, 452],
			[-42, 231],
			[57, 393],
			[-77, 325],
			[-217, 494],
			[-108, 91],
			[-281, -269],
			[-49, 30],
			[-135, 276],
			[-174, 146],
			[-314, -75],
			[-247, 66],
			[-212, -41],
			[-118, -83],
			[54, -166],
			[-5, -240],
			[59, -117],
			[-53, -77],
			[-103, 87],
			[-104, -112],
			[-202, 18],
			[-207, 313],
			[-242, -74],
			[-202, 137],
			[-173, -42],
			[-234, -138],
			[-253, -438],
			[-276, -255],
			[-152, -282],
			[-63, -266],
			[-3, -407],
			[14, -284],
			[52, -201],
			[1, -1],
			[-1, -1],
			[-107, -516],
			[-49, -426],
			[-20, -791],
			[-27, -289],
			[48, -322],
			[86, -288],
			[56, -458],
			[184, -440],
			[65, -337],
			[109, -291],
			[295, -157],
			[114, -247],
			[244, 165],
			[212, 60],
			[208, 106],
			[175, 101],
			[176, 241],
			[67, 345],
			[22, 496],
			[48, 173],
			[188, 155],
			[294, 137],
			[246, -21],
			[169, 50],
			[66, -125],
			[-9, -285],
			[-149, -351],
			[-66, -360],
			[51, -103],
			[-42, -255],
			[-69, -461],
			[-71, 152],
			[-58, -10],
			[1, -87],
			[53, -3],
			[-5, -160],
			[-45, -256],
			[24, -91],
			[-29, -212],
			[18, -56],
			[-32, -299],
			[-55, -156],
			[-50, -19],
			[-55, -205],
			[90, -107],
			[24, 88],
			[82, -75],
			[29, -23],
			[61, 104],
			[79, 8],
			[26, -48],
			[43, 29],
			[129, -53],
			[128, 16],
			[90, 65],
			[32, 66],
			[89, -31],
			[66, -40],
			[73, 14],
			[55, 51],
			[127, -82],
			[44, -13],
			[85, -110],
			[80, -132],
			[101, -91],
			[73, -162],
			[-24, -57],
			[-14, -132],
			[29, -216],
			[-64, -202],
			[-30, -237],
			[-9, -261],
			[15, -152],
			[7, -266],
			[-43, -58],
			[-26, -253],
			[19, -156],
			[-56, -151],
			[12, -159],
			[43, -97],
			[70, -321],
			[108, -238],
			[130, -252],
			[100, -212],
			[-6, -125],
			[111, -27],
			[26, 48],
			[77, -145],
			[136, 42],
			[119, 150],
			[168, 119],
			[95, 176],
			[153, -34],
			[-10, -58],
			[155, -21],
			[124, -102],
			[90, -177],
			[105, -164],
			[143, -18],
			[209, 412],
			[114, 63],
			[3, 195],
			[51, 500],
			[159, 274],
			[175, 11],
			[22, 123],
			[218, -49],
			[218, 298],
			[109, 132],
			[134, 285],
			[98, -36],
			[73, -156],
			[-54, -199],
			[-8, -139],
			[-163, -69],
			[91, -268],
			[-3, -309],
			[-123, -343],
			[105, -469],
			[120, 38],
			[62, 427],
			[-86, 208],
			[-14, 447],
			[346, 241],
			[-38, 278],
			[97, 186],
			[100, -415],
			[195, -9],
			[180, -330],
			[11, -195],
			[249, -6],
			[297, 61],
			[159, -264],
			[213, -73],
			[155, 184],
			[4, 149],
			[344, 35],
			[333, 9],
			[-236, -175],
			[95, -279],
			[222, -44],
			[210, -291],
			[45, -473],
			[144, 13],
			[109, -139],
			[183, -217],
			[171, -385],
			[8, -304],
			[105, -14],
			[149, -289],
			[109, -205],
			[333, -119],
			[30, 107],
			[225, 43],
			[298, -159],
			[95, -65],
			[204, -140],
			[294, -499],
			[46, -242],
			[95, 28],
			[69, -327],
			[155, -1033],
			[149, -97],
			[7, -408],
			[-208, -487],
			[86, -178],
			[491, -92],
			[10, -593],
			[211, 388],
			[349, -212],
			[462, -361],
			[135, -346],
			[-45, -327],
			[323, 182],
			[540, -313],
			[415, 23],
			[411, -489],
			[355, -662],
			[214, -170],
			[237, -24],
			[101, -186],
			[94, -752],
			[46, -358],
			[-110, -977],
			[-142, -385],
			[-391, -822],
			[-177, -668],
			[-206, -513],
			[-69, -11],
			[-78, -435],
			[20, -1107],
			[-77, -910],
			[-30, -390],
			[-88, -233],
			[-49, -790],
			[-282, -771],
			[-47, -610],
			[-225, -256],
			[-65, -355],
			[-302, 2],
			[-437, -227],
			[-195, -263],
			[-311, -173],
			[-327, -470],
			[-235, -586],
			[-41, -441],
			[46, -326],
			[-51, -597],
			[-63, -289],
			[-195, -325],
			[-308, -1040],
			[-244, -468],
			[-189, -277],
			[-127, -562],
			[-183, -337],
			[-121, -372],
			[-313, -328],
			[-205, 118],
			[-151, -63],
			[-256, 253],
			[-189, -19],
			[-169, 327],
			[-19, -308],
			[353, -506],
			[-38, -408],
			[173, -257],
			[-14, -289],
			[-267, -757],
			[-412, -317],
			[-557, -123],
			[-305, 59],
			[59, -352],
			[-57, -442],
			[51, -298],
			[-167, -208],
			[-284, -82],
			[-267, 216],
			[-108, -155],
			[39, -587],
			[188, -178],
			[152, 186],
			[82, -307],
			[-255, -183],
			[-223, -367],
			[-41, -595],
			[-66, -316],
			[-262, -2],
			[-218, -302],
			[-80, -443],
			[274, -433],
			[265, -119],
			[-96, -531],
			[-328, -333],
			[-180, -692],
			[-254, -234],
			[-113, -276],
			[89, -614],
			[185, -342],
			[-117, 30],
			[-247, 4],
			[-134, -145],
			[-250, -213],
			[-45, -552],
			[-118, -14],
			[-313, 192],
			[-318, 412],
			[-346, 338],
			[-87, 374],
			[79, 346],
			[-140, 393],
			[-36, 1007],
			[119, 568],
			[293, 457],
			[-422, 172],
			[265, 522],
			[94, 982],
			[309, -208],
			[145, 1224],
			[-186, 157],
			[-87, -738],
			[-175, 83],
			[87, 845],
			[95, 1095],
			[127, 404],
			[-79, 576],
			[-23, 666],
			[117, 19],
			[170, 954],
			[192, 945],
			[118, 881],
			[-64, 885],
			[83, 487],
			[-34, 730],
			[163, 721],
			[50, 1143],
			[89, 1227],
			[87, 1321],
			[-20, 967],
			[-58, 832],
			[-279, 340],
			[-24, 242],
			[-551, 593],
			[-498, 646],
			[-214, 365],
			[-115, 488],
			[46, 170],
			[-236, 775],
			[-274, 1090],
			[-262, 1177],
			[-114, 269],
			[-87, 435],
			[-216, 386],
			[-198, 239],
			[90, 264],
			[-134, 563],
			[86, 414],
			[221, 373],
			[148, 442],
			[-60, 258],
			[-106, -275],
			[-166, 259],
			[56, 167],
			[-47, 536],
			[97, 89],
			[52, 368],
			[105, 381],
			[-20, 241],
			[153, 126],
			[190, 236],
			[-37, 183],
			[103, 44],
			[-12, 296],
			[65, 214],
			[138, 40],
			[117, 371],
			[106, 310],
			[-102, 141],
			[52, 343],
			[-62, 540],
			[59, 155],
			[-44, 500],
			[-112, 315],
			[-93, 170],
			[-59, 319],
			[68, 158],
			[-70, 40],
			[-52, 195],
			[-138, 165],
			[-122, -38],
			[-56, -205],
			[-112, -149],
			[-61, -20],
			[-27, -123],
			[132, -321],
			[-75, -76],
			[-40, -87],
			[-130, -30],
			[-48, 353],
			[-36, -101],
			[-92, 35],
			[-56, 238],
			[-114, 39],
			[-72, 69],
			[-119, -1],
			[-8, -128],
			[-32, 89],
			[-151, 131],
			[-56, 124],
			[32, 103],
			[-11, 130],
			[-77, 142],
			[-109, 116],
			[-95, 76],
			[-19, 173],
			[-73, 105],
			[18, -172],
			[-55, -141],
			[-64, 164],
			[-89, 58],
			[-38, 120],
			[2, 179],
			[36, 187],
			[-78, 83],
			[64, 114],
			[-96, 186],
			[-130, 238],
			[-61, 200],
			[-117, 185],
			[-140, 267],
			[31, 92],
			[46, -89],
			[21, 41],
			[-48, 185],
			[-84, 52],
			[-31, -140],
			[-161, 9],
			[-100, 57],
			[-115, 117],
			[-154, 37],
			[-79, 127],
			[-142, 103],
			[-174, 11],
			[-127, 117],
			[-149, 244],
			[-314, 636],
			[-144, 192],
			[-226, 154],
			[-156, -43],
			[-223, -223],
			[-140, -58],
			[-196, 156],
			[-208, 112],
			[-260, 271],
			[-208, 83],
			[-314, 275],
			[-233, 282],
			[-70, 158],
			[-155, 35],
			[-284, 187],
			[-116, 270],
			[-299, 335],
			[-139, 373],
			[-66, 288],
			[93, 57],
			[-29, 169],
			[64, 153],
			[1, 204],
			[-93, 266],
			[-25, 235],
			[-94, 298],
			[-244, 587],
			[-280, 462],
			[-135, 368],
			[-238, 241],
			[-51, 145],
			[42, 365],
			[-142, 137],
			[-164, 288],
			[-69, 412],
			[-149, 48],
			[-162, 311],
			[-130, 288],
			[-12, 184],
			[-149, 446],
			[-99, 452],
			[5, 227],
			[-201, 235],
			[-93, -26],
			[-159, 163],
			[-44, -240],
			[46, -284],
			[27, -444],
			[95, -243],
			[206, -407],
			[46, -139],
			[42, -42],
			[37, -203],
			[49, 8],
			[56, -381],
			[85, -150],
			[59, -210],
			[174, -300],
			[92, -550],
			[83, -259],
			[77, -277],
			[15, -311],
			[134, -20],
			[112, -268],
			[100, -264],
			[-6, -106],
			[-117, -217],
			[-49, 3],
			[-74, 359],
			[-182, 337],
			[-200, 286],
			[-142, 150],
			[9, 432],
			[-42, 320],
			[-132, 183],
			[-191, 264],
			[-37, -76],
			[-70, 154],
			[-171, 143],
			[-164, 343],
			[20, 44],
			[115, -33],
			[103, 221],
			[10, 266],
			[-214, 422],
			[-163, 163],
			[-102, 369],
			[-103, 388],
			[-129, 472],
			[-113, 531],
			[-46, 302],
			[-180, 340],
			[-130, 71],
			[-30, 169],
			[-156, 30],
			[-100, 159],
			[-258, 59],
			[-70, 95],
			[-34, 324],
			[-270, 594],
			[-231, 821],
			[10, 137],
			[-123, 195],
			[-215, 495],
			[-38, 482],
			[-148, 323],
			[61, 489],
			[-10, 507],
			[-89, 453],
			[109, 557],
			[67, 1072],
			[-50, 792],
			[-88, 506],
			[-80, 274],
			[33, 115],
			[402, -200],
			[148, -558],
			[68, 156],
			[-44, 485],
			[-94, 484],
			[-38, 1],
			[-537, 581],
			[-199, 255],
			[-503, 245],
			[-155, 523],
			[40, 362],
			[-356, 252],
			[-48, 476],
			[-336, 429],
			[-6, 304],
			[-153, 223],
			[-245, 188],
			[-78, 515],
			[-358, 478],
			[-150, 558],
			[-267, 38],
			[-441, 15],
			[-326, 170],
			[-574, 613],
			[-266, 112],
			[-486, 211],
			[-385, -50],
			[-546, 271],
			[-330, 252],
			[-309, -125],
			[58, -411],
			[-154, -38],
			[-321, -123],
			[-245, -199],
			[-307, -126],
			[-40, 348],
			[125, 580],
			[295, 182],
			[-76, 148],
			[-354, -329],
			[-190, -394],
			[-400, -420],
			[203, -287],
			[-262, -424],
			[-299, -247],
			[-278, -181],
			[-69, -261],
			[-434, -305],
			[-87, -278],
			[-325, -252],
			[-191, 45],
			[-259, -165],
			[-282, -201],
			[-231, -197],
			[-477, -169],
			[-43, 99],
			[304, 276],
			[271, 182],
			[296, 324],
			[345, 66],
			[137, 243],
			[385, 353],
			[62, 119],
			[205, 208],
			[48, 448],
			[141, 349],
			[-320, -179],
			[-90, 102],
			[-150, -215],
			[-181, 300],
			[-75, -212],
			[-104, 294],
			[-278, -236],
			[-170, 0],
			[-24, 352],
			[50, 217],
			[-179, 210],
			[-361, -113],
			[-235, 277],
			[-190, 142],
			[-1, 334],
			[-214, 252],
			[108, 340],
			[226, 330],
			[99, 303],
			[225, 43],
			[191, -94],
			[224, 285],
			[201, -51],
			[212, 183],
			[-52, 270],
			[-155, 106],
			[205, 228],
			[-170, -7],
			[-295, -128],
			[-85, -131],
			[-219, 131],
			[-392, -67],
			[-407, 142],
			[-117, 238],
			[-351, 343],
			[390, 247],
			[620, 289],
			[228, 0],
			[-38, -295],
			[586, 22],
			[-225, 366],
			[-342, 226],
			[-197, 295],
			[-267, 252],
			[-381, 187],
			[155, 309],
			[493, 19],
			[350, 270],
			[66, 287],
			[284, 281],
			[271, 68],
			[526, 262],
			[256, -40],
			[427, 315],
			[421, -124],
			[201, -266],
			[123, 114],
			[469, -35],
			[-16, -136],
			[425, -101],
			[283, 59],
			[585, -186],
			[534, -56],
			[214, -77],
			[370, 96],
			[421, -177],
			[302, -83],
			[518, -142],
			[438, -284],
			[289, -55],
			[244, 247],
			[336, 184],
			[413, -72],
			[416, 259],
			[455, 148],
			[191, -245],
			[207, 138],
			[62, 278],
			[192, -63],
			[470, -530],
			[369, 401],
			[38, -448],
			[341, 96],
			[105, 173],
			[337, -34],
			[424, -248],
			[650, -217],
			[383, -100],
			[272, 38],
			[375, -300],
			[-391, -293],
			[502, -127],
			[750, 70],
			[236, 103],
			[296, -354],
			[302, 299],
			[-283, 251],
			[179, 202],
			[338, 27],
			[223, 59],
			[224, -141],
			[279, -321],
			[310, 47],
			[491, -266],
			[431, 94],
			[405, -14],
			[-32, 367],
			[247, 103],
			[431, -200],
			[-2, -559],
			[177, 471],
			[223, -16],
			[126, 594],
			[-298, 364],
			[-324, 239],
			[22, 653],
			[329, 429],
			[366, -95],
			[281, -261],
			[378, -666],
			[-247, -290],
			[517, -120]
		],
		[
			[18287, 93781],
			[-139, -277],
			[618, 179],
			[386, -298],
			[314, 302],
			[254, -194],
			[227, -580],
			[140, 244],
			[-197, 606],
			[244, 86],
			[276, -94],
			[311, -239],
			[175, -575],
			[86, -417],
			[466, -293],
			[502, -279],
			[-31, -260],
			[-456, -48],
			[178, -227],
			[-94, -217],
			[-503, 93],
			[-478, 160],
			[-322, -36],
			[-522, -201],
			[-824, -103],
			[-374, -41],
			[-151, 279],
			[-379, 161],
			[-246, -66],
			[-343, 468],
			[185, 62],
			[429, 101],
			[392, -26],
			[362, 103],
			[-537, 138],
			[-594, -47],
			[-394, 12],
			[-146, 217],
			[644, 237],
			[-428, -9],
			[-485, 156],
			[233, 443],
			[193, 235],
			[744, 359],
			[284, -114]
		],
		[
			[20972, 93958],
			[-244, -390],
			[-434, 413],
			[95, 83],
			[372, 24],
			[211, -130]
		],
		[
			[28794, 93770],
			[25, -163],
			[-296, 17],
			[-299, 13],
			[-304, -80],
			[-80, 36],
			[-306, 313],
			[12, 213],
			[133, 39],
			[636, -63],
			[479, -325]
		],
		[
			[25955, 93803],
			[219, -369],
			[256, 477],
			[704, 242],
			[477, -611],
			[-42, -387],
			[550, 172],
			[263, 235],
			[616, -299],
			[383, -282],
			[36, -258],
			[515, 134],
			[290, -376],
			[670, -234],
			[242, -238],
			[263, -553],
			[-510, -275],
			[654, -386],
			[441, -130],
			[400, -543],
			[437, -39],
			[-87, -414],
			[-487, -687],
			[-342, 253],
			[-437, 568],
			[-359, -74],
			[-35, -338],
			[292, -344],
			[377, -272],
			[114, -157],
			[181, -584],
			[-96, -425],
			[-350, 160],
			[-697, 473],
			[393, -509],
			[289, -357],
			[45, -206],
			[-753, 236],
			[-596, 343],
			[-337, 287],
			[97, 167],
			[-414, 304],
			[-405, 286],
			[5, -171],
			[-803, -94],
			[-235, 203],
			[183, 435],
			[522, 10],
			[571, 76],
			[-92, 211],
			[96, 294],
			[360, 576],
			[-77, 261],
			[-107, 203],
			[-425, 286],
			[-563, 201],
			[178, 150],
			[-294, 367],
			[-245, 34],
			[-219, 201],
			[-149, -175],
			[-503, -76],
			[-1011, 132],
			[-588, 174],
			[-450, 89],
			[-231, 207],
			[290, 270],
			[-394, 2],
			[-88, 599],
			[213, 528],
			[286, 241],
			[717, 158],
			[-204, -382]
		],
		[
			[22123, 94208],
			[331, -124],
			[496, 75],
			[72, -172],
			[-259, -283],
			[420, -254],
			[-50, -532],
			[-455, -229],
			[-268, 50],
			[-192, 225],
			[-690, 456],
			[5, 189],
			[567, -73],
			[-306, 386],
			[329, 286]
		],
		[
			[89889, 93835],
			[-421, -4],
			[-569, 66],
			[-49, 31],
			[263, 234],
			[348, 54],
			[394, -226],
			[34, -155]
		],
		[
			[24112, 93575],
			[-298, -442],
			[-317, 22],
			[-173, 519],
			[4, 294],
			[145, 251],
			[276, 161],
			[579, -20],
			[530, -144],
			[-415, -526],
			[-331, -115]
		],
		[
			[16539, 92764],
			[-731, -294],
			[-147, 259],
			[-641, 312],
			[93, 193],
			[218, 489],
			[241, 388],
			[-272, 362],
			[939, 93],
			[397, -123],
			[709, -33],
			[270, -171],
			[298, -249],
			[-349, -149],
			[-681, -415],
			[-344, -414],
			[0, -248]
		],
		[
			[91869, 94941],
			[-321, -234],
			[-444, 53],
			[-516, 233],
			[66, 192],
			[518, -89],
			[697, -155]
		],
		[
			[23996, 94879],
			[-151, -229],
			[-403, 44],
			[-337, 155],
			[148, 266],
			[399, 159],
			[243, -208],
			[101, -187]
		],
		[
			[90301, 95224],
			[-219, -439],
			[-1023, 16],
			[-461, -139],
			[-550, 384],
			[149, 406],
			[366, 111],
			[734, -26],
			[1004, -313]
		],
		[
			[22639, 95907],
			[212, -273],
			[9, -303],
			[-127, -440],
			[-458, -60],
			[-298, 94],
			[5, 345],
			[-455, -46],
			[-18, 457],
			[299, -18],
			[419, 201],
			[390, -34],
			[22, 77]
		],
		[
			[19941, 95601],
			[109, -210],
			[247, 99],
			[291, -26],
			[49, -289],
			[-169, -281],
			[-940, -91],
			[-701, -256],
			[-423, -14],
			[-35, 193],
			[577, 261],
			[-1255, -70],
			[-389, 106],
			[379, 577],
			[262, 165],
			[782, -199],
			[493, -350],
			[485, -45],
			[-397, 565],
			[255, 215],
			[286, -68],
			[94, -282]
		],
		[
			[65981, 92363],
			[-164, -52],
			[-907, 77],
			[-74, 262],
			[-503, 158],
			[-40, 320],
			[284, 126],
			[-10, 323],
			[551, 503],
			[-255, 73],
			[665, 518],
			[-75, 268],
			[621, 312],
			[917, 380],
			[925, 110],
			[475, 220],
			[541, 76],
			[193, -233],
			[-187, -184],
			[-984, -293],
			[-848, -282],
			[-863, -562],
			[-414, -577],
			[-435, -568],
			[56, -491],
			[531, -484]
		],
		[
			[23699, 96131],
			[308, -190],
			[547, 1],
			[240, -194],
			[-64, -222],
			[319, -134],
			[177, -140],
			[374, -26],
			[406, -50],
			[441, 128],
			[566, 51],
			[451, -42],
			[298, -223],
			[62, -244],
			[-174, -157],
			[-414, -127],
			[-355, 72],
			[-797, -91],
			[-570, -11],
			[-449, 73],
			[-738, 190],
			[-96, 325],
			[-34, 293],
			[-279, 258],
			[-574, 72],
			[-322, 183],
			[104, 242],
			[573, -37]
		],
		[
			[17722, 96454],
			[-38, -454],
			[-214, -205],
			[-259, -29],
			[-517, -252],
			[-444, -91],
			[-377, 128],
			[472, 442],
			[570, 383],
			[426, -9],
			[381, 87]
		],
		[
			[63641, 74970],
			[141, -419],
			[130, -28],
			[85, -159],
			[-228, -47],
			[-49, -459],
			[-47, -207],
			[-102, -138],
			[7, -293],
			[88, -436],
			[263, -123],
			[193, -296],
			[395, -102],
			[434, 156],
			[27, 139],
			[-52, 417],
			[40, 618],
			[-216, 200],
			[71, 405],
			[-184, 34],
			[61, 498],
			[262, -145],
			[244, 189],
			[-202, 355],
			[-80, 338],
			[-224, -151],
			[-28, -433],
			[-87, 383],
			[-15, 144],
			[68, 246],
			[-53, 206],
			[-322, 202],
			[-125, 530],
			[-154, 150],
			[-9, 192],
			[270, -56],
			[11, 432],
			[236, 96],
			[243, -88],
			[50, 576],
			[-50, 365],
			[-278, -28],
			[-236, 144],
			[-321, -260],
			[-259, -124],
			[-127, -350],
			[-269, -97],
			[-276, -610],
			[252, -561],
			[-27, -398],
			[303, -696],
			[146, -311]
		],
		[
			[0, 88971],
			[99997, -3],
			[-357, -260],
			[-360, 44],
			[250, -315],
			[166, -487],
			[128, -159],
			[32, -244],
			[-71, -157],
			[-518, 129],
			[-777, -445],
			[-247, -69],
			[-425, -415],
			[-403, -362],
			[-102, -269],
			[-397, 409],
			[-724, -464],
			[-126, 220],
			[-268, -254],
			[-371, 81],
			[-90, -388],
			[-333, -572],
			[10, -239],
			[316, -132],
			[-37, -860],
			[-258, -22],
			[-119, -494],
			[116, -255],
			[-486, -301],
			[-96, -675],
			[-415, -144],
			[-83, -600],
			[-400, -551],
			[-103, 407],
			[-119, 862],
			[-155, 1313],
			[134, 819],
			[234, 353],
			[15, 276],
			[431, 132],
			[496, 744],
			[479, 608],
			[499, 471],
			[223, 833],
			[-337, -50],
			[-167, -487],
			[-705, -648],
			[-227, 726],
			[-717, -201],
			[-696, -990],
			[230, -362],
			[-620, -154],
			[-430, -61],
			[20, 427],
			[-431, 90],
			[-344, -291],
			[-850, 102],
			[-913, -175],
			[-900, -1153],
			[-1065, -1394],
			[438, -74],
			[136, -370],
			[270, -132],
			[178, 296],
			[305, -39],
			[401, -650],
			[9, -502],
			[-217, -591],
			[-23, -705],
			[-126, -945],
			[-418, -855],
			[-94, -409],
			[-377, -688],
			[-374, -682],
			[-179, -349],
			[-370, -346],
			[-175, -8],
			[-175, 287],
			[-373, -432],
			[-43, -197],
			[-106, 36],
			[-120, -201],
			[-83, -201],
			[10, -424],
			[-143, -130],
			[-50, -105],
			[-104, -174],
			[-185, -97],
			[-121, -159],
			[-9, -256],
			[-32, -65],
			[111, -96],
			[157, -259],
			[240, -697],
			[68, -383],
			[3, -681],
			[-105, -325],
			[-252, -113],
			[-222, -245],
			[-250, -51],
			[-31, 322],
			[52, 443],
			[-123, 615],
			[206, 99],
			[-190, 506],
			[-135, 113],
			[-34, -112],
			[-81, -49],
			[-10, 112],
			[-72, 54],
			[-75, 94],
			[77, 260],
			[65, 69],
			[-25, 108],
			[71, 319],
			[-18, 97],
			[-163, 64],
			[-131, 158],
			[-388, -171],
			[-204, -277],
			[-300, -161],
			[148, 274],
			[-58, 230],
			[220, 397],
			[-147, 310],
			[-242, -209],
			[-314, -411],
			[-171, -381],
			[-272, -29],
			[-142, -275],
			[147, -400],
			[227, -97],
			[9, -265],
			[220, -172],
			[311, 421],
			[247, -230],
			[179, -15],
			[46, -310],
			[-394, -165],
			[-130, -319],
			[-270, -296],
			[-142, -414],
			[299, -324],
			[109, -582],
			[169, -541],
			[189, -454],
			[-5, -439],
			[-174, -161],
			[66, -315],
			[164, -184],
			[-43, -481],
			[-71, -468],
			[-155, -53],
			[-203, -640],
			[-225, -775],
			[-258, -705],
			[-382, -545],
			[-386, -498],
			[-313, -68],
			[-170, -262],
			[-96, 192],
			[-157, -294],
			[-388, -296],
			[-294, -90],
			[-95, -624],
			[-154, -35],
			[-73, 429],
			[66, 228],
			[-373, 190],
			[-131, -97],
			[-371, -505],
			[-231, -558],
			[-61, -410],
			[212, -623],
			[260, -772],
			[252, -365],
			[169, -475],
			[127, -1093],
			[-37, -1039],
			[-232, -389],
			[-318, -381],
			[-227, -492],
			[-346, -550],
			[-101, 378],
			[78, 401],
			[-206, 335],
			[-233, 87],
			[-112, 307],
			[-141, 611],
			[-249, 271],
			[-238, -11],
			[41, 464],
			[-245, -3],
			[-22, -650],
			[-150, -863],
			[-90, -522],
			[19, -428],
			[181, -18],
			[113, -539],
			[50, -512],
			[155, -338],
			[168, -69],
			[144, -306],
			[64, -56],
			[164, -356],
			[116, -396],
			[16, -398],
			[-29, -269],
			[27, -203],
			[20, -349],
			[98, -163],
			[109, -523],
			[-5, -199],
			[-197, -40],
			[-263, 438],
			[-329, 469],
			[-32, 301],
			[-161, 395],
			[-38, 489],
			[-100, 322],
			[30, 431],
			[-61, 250],
			[-110, 227],
			[-47, 292],
			[-148, 334],
			[-135, 280],
			[-45, -347],
			[-53, 328],
			[30, 369],
			[82, 566],
			[-27, 439],
			[86, 452],
			[-94, 350],
			[23, 644],
			[-113, 306],
			[-90, 707],
			[-50, 746],
			[-121, 490],
			[-183, -297],
			[-315, -421],
			[-156, 53],
			[-172, 138],
			[96, 732],
			[-58, 554],
			[-218, 681],
			[34, 213],
			[-163, 76],
			[-197, 481],
			[-79, 309],
			[-16, 301],
			[-53, 284],
			[-116, 344],
			[-256, 23],
			[25, -243],
			[-87, -329],
			[-118, 120],
			[-41, -108],
			[-78, 65],
			[-108, 53],
			[-39, -216],
			[-189, 7],
			[-343, -122],
			[16, -445],
			[-148, -349],
			[-400, -398],
			[-311, -695],
			[-209, -373],
			[-276, -386],
			[-1, -272],
			[-138, -146],
			[-250, -212],
			[-130, -31],
			[-84, -450],
			[58, -769],
			[15, -490],
			[-118, -561],
			[-1, -1004],
			[-144, -29],
			[-126, -450],
			[84, -195],
			[-253, -167],
			[-93, -402],
			[-112, -170],
			[-263, 552],
			[-128, 827],
			[-107, 596],
			[-97, 279],
			[-148, 568],
			[-69, 739],
			[-48, 369],
			[-253, 811],
			[-115, 1145],
			[-83, 756],
			[1, 716],
			[-54, 553],
			[-404, -353],
			[-196, 70],
			[-362, 716],
			[133, 214],
			[-82, 232],
			[-326, 501],
			[-203, 150],
			[-83, 425],
			[-215, 449],
			[-512, -111],
			[-451, -11],
			[-391, -83],
			[-523, 179],
			[-302, 136],
			[-314, 76],
			[-118, 725],
			[-133, 105],
			[-214, -106],
			[-280, -286],
			[-339, 196],
			[-281, 454],
			[-267, 168],
			[-186, 561],
			[-205, 788],
			[-149, -96],
			[-177, 196],
			[-103, -231],
			[-165, 29],
			[58, -261],
			[-25, -135],
			[89, -445],
			[109, -510],
			[137, -135],
			[47, -207],
			[190, -248],
			[16, -244],
			[-27, -197],
			[35, -199],
			[80, -165],
			[37, -194],
			[41, -145],
			[-18, 430],
			[75, 310],
			[76, 64],
			[84, -186],
			[5, -345],
			[-61, -348],
			[53, -226],
			[49, 29],
			[11, -162],
			[217, 93],
			[230, -15],
			[168, -18],
			[190, 400],
			[207, 379],
			[176, 364],
			[80, 201],
			[35, -51],
			[-26, -244],
			[-37, -108],
			[38, -466],
			[125, -404],
			[155, -214],
			[204, -78],
			[164, -107],
			[125, -339],
			[75, -196],
			[100, -75],
			[-1, -132],
			[-101, -352],
			[-44, -166],
			[-117, -189],
			[-104, -404],
			[-126, 31],
			[-58, -141],
			[-44, -300],
			[34, -395],
			[-26, -72],
			[-128, 2],
			[-174, -221],
			[-27, -288],
			[-63, -125],
			[-173, 5],
			[-109, -149],
			[1, -239],
			[-134, -164],
			[-153, 56],
			[-186, -199],
			[-128, -33],
			[-201, -159],
			[-54, -263],
			[-6, -201],
			[-277, -249],
			[-444, -276],
			[-249, -417],
			[-122, -32],
			[-83, 34],
			[-163, -245],
			[-177, -113],
			[-233, -31],
			[-70, -34],
			[-61, -156],
			[-73, -43],
			[-42, -150],
			[-138, 13],
			[-89, -80],
			[-192, 30],
			[-72, 345],
			[8, 323],
			[-46, 174],
			[-54, 437],
			[-80, 243],
			[56, 29],
			[-29, 270],
			[34, 114],
			[-12, 257],
			[-36, 253],
			[-84, 177],
			[-22, 236],
			[-143, 212],
			[-148, 495],
			[-79, 482],
			[-192, 406],
			[-124, 97],
			[-184, 563],
			[-32, 411],
			[12, 350],
			[-159, 655],
			[-130, 231],
			[-150, 122],
			[-92, 339],
			[15, 133],
			[-77, 307],
			[-81, 131],
			[-108, 440],
			[-170, 476],
			[-141, 406],
			[-139, -3],
			[44, 325],
			[12, 206],
			[34, 236],
			[-9, 86],
			[-78, -238],
			[-60, -446],
			[-75, -308],
			[-65, -103],
			[-93, 191],
			[-125, 263],
			[-198, 847],
			[-29, -53],
			[115, -624],
			[171, -594],
			[210, -920],
			[102, -321],
			[90, -334],
			[249, -654],
			[-55, -103],
			[9, -384],
			[323, -530],
			[49, -121],
			[90, -580],
			[-61, -107],
			[40, -608],
			[102, -706],
			[106, -145],
			[152, -219],
			[161, -683],
			[77, -543],
			[152, -288],
			[379, -558],
			[154, -336],
			[151, -341],
			[87, -203],
			[136, -178],
			[66, -183],
			[-9, -245],
			[-158, -142],
			[119, -161],
			[91, -109],
			[54, -244],
			[125, -248],
			[138, -2],
			[262, 151],
			[302, 70],
			[245, 184],
			[138, 39],
			[99, 108],
			[158, 20],
			[89, 12],
			[128, 88],
			[147, 59],
			[132, 202],
			[105, 2],
			[6, -163],
			[-25, -344],
			[1, -310],
			[-59, -214],
			[-78, -639],
			[-134, -659],
			[-172, -755],
			[-238, -866],
			[-237, -661],
			[-327, -806],
			[-278, -479],
			[-415, -586],
			[-259, -450],
			[-304, -715],
			[-64, -312],
			[-63, -140],
			[-195, -236],
			[-68, -246],
			[-104, -44],
			[-40, -416],
			[-89, -238],
			[-54, -393],
			[-112, -195],
			[-128, -728],
			[16, -335],
			[178, -216],
			[8, -153],
			[-76, -357],
			[16, -180],
			[-18, -282],
			[97, -370],
			[115, -583],
			[101, -129],
			[45, -265],
			[-11, -588],
			[34, -519],
			[11, -923],
			[49, -290],
			[-83, -422],
			[-108, -410],
			[-177, -366],
			[-254, -225],
			[-313, -287],
			[-313, -634],
			[-107, -108],
			[-194, -420],
			[-115, -136],
			[-23, -421],
			[132, -448],
			[54, -346],
			[4, -177],
			[49, 29],
			[-8, -579],
			[-45, -274],
			[65, -102],
			[-41, -246],
			[-116, -210],
			[-229, -199],
			[-334, -320],
			[-122, -219],
			[24, -248],
			[71, -40],
			[-24, -311],
			[-70, -430],
			[-32, -491],
			[-72, -267],
			[-190, -298],
			[-54, -86],
			[-118, -300],
			[-77, -303],
			[-158, -424],
			[-314, -609],
			[-196, -355],
			[-209, -269],
			[-291, -229],
			[-141, -31],
			[-36, -164],
			[-169, 88],
			[-138, -113],
			[-301, 114],
			[-168, -72],
			[-115, 31],
			[-286, -233],
			[-238, -94],
			[-171, -223],
			[-127, -14],
			[-117, 210],
			[-94, 11],
			[-120, 264],
			[-13, -82],
			[-37, 159],
			[2, 346],
			[-90, 396],
			[89, 108],
			[-7, 453],
			[-182, 553],
			[-139, 501],
			[-1, 1],
			[-199, 768],
			[-207, 446],
			[-108, 432],
			[-62, 575],
			[-68, 428],
			[-93, 910],
			[-7, 707],
			[-35, 322],
			[-108, 243],
			[-144, 489],
			[-146, 708],
			[-60, 371],
			[-226, 577],
			[-17, 453],
			[-26, 372],
			[38, 519],
			[96, 541],
			[15, 254],
			[90, 532],
			[66, 243],
			[159, 386],
			[90, 263],
			[29, 438],
			[-15, 335],
			[-83, 211],
			[-74, 358],
			[-68, 355],
			[15, 122],
			[85, 235],
			[-84, 570],
			[-57, 396],
			[-139, 374],
			[26, 115],
			[-39, 183],
			[-74, 444],
			[-228, 626],
			[-285, 596],
			[-184, 488],
			[-169, 610],
			[9, 196],
			[61, 189],
			[67, 430],
			[56, 438],
			[-52, 90],
			[96, 663],
			[40, 467],
			[-108, 390],
			[-127, 100],
			[-56, 265],
			[-71, 85],
			[3, 163],
			[-289, -213],
			[-105, 32],
			[-107, -133],
			[-222, 13],
			[-149, 370],
			[-91, 427],
			[-197, 390],
			[-209, -8],
			[-245, 1],
			[-229, -69],
			[-224, -126],
			[-436, -346],
			[-154, -203],
			[-250, -171],
			[-248, 168],
			[-126, -7],
			[-194, 116],
			[-178, -7],
			[-329, -103],
			[-193, -170],
			[-275, -217],
			[-54, 15],
			[-73, -5],
			[-286, 282],
			[-252, 450],
			[-237, 323],
			[-187, 381],
			[-75, 44],
			[-200, 238],
			[-144, 316],
			[-49, 216],
			[-34, 437],
			[-122, 349],
			[-108, 232],
			[-71, 76],
			[-69, 118],
			[-32, 261],
			[-41, 130],
			[-80, 97],
			[-149, 247],
			[-117, 39],
			[-63, 166],
			[1, 90],
			[-84, 125],
			[-18, 127],
			[-46, 453],
			[36, 262],
			[-115, 460],
			[-138, 210],
			[122, 112],
			[134, 415],
			[66, 304],
			[-24, 318],
			[78, 291],
			[34, 557],
			[-30, 583],
			[-34, 294],
			[28, 295],
			[-72, 281],
			[-146, 255],
			[12, 249],
			[13, 274],
			[106, 161],
			[91, 308],
			[-18, 200],
			[96, 417],
			[155, 376],
			[93, 95],
			[74, 344],
			[6, 315],
			[100, 365],
			[185, 216],
			[177, 603],
			[144, 235],
			[259, 66],
			[219, 403],
			[139, 158],
			[232, 493],
			[-70, 735],
			[106, 508],
			[37, 312],
			[179, 399],
			[278, 270],
			[206, 244],
			[186, 612],
			[87, 362],
			[205, -2],
			[167, -251],
			[264, 41],
			[288, -131],
			[121, -6],
			[267, 323],
			[300, 102],
			[175, 244],
			[268, 180],
			[471, 105],
			[459, 48],
			[140, -87],
			[262, 232],
			[297, 5],
			[113, -137],
			[190, 35],
			[302, 239],
			[195, -71],
			[-9, -299],
			[236, 217],
			[20, -113],
			[-139, -289],
			[-2, -274],
			[96, -147],
			[-36, -511],
			[-183, -297],
			[53, -322],
			[143, -10],
			[70, -281],
			[106, -92],
			[326, -204],
			[117, 51],
			[232, -98],
			[368, -264],
			[130, -526],
			[250, -114],
			[391, -248],
			[296, -293],
			[136, 153],
			[133, 272],
			[-65, 452],
			[87, 288],
			[200, 277],
			[192, 80],
			[375, -121],
			[95, -264],
			[104, -2],
			[88, -101],
			[276, -69],
			[68, -196],
			[369, 10],
			[268, -156],
			[275, -175],
			[129, -92],
			[214, 188],
			[114, 169],
			[245, 49],
			[198, -75],
			[75, -293],
			[65, 193],
			[222, -140],
			[217, -33],
			[137, 149],
			[80, 194],
			[-19, 34],
			[74, 276],
			[56, 446],
			[40, 149],
			[8, 6],
			[99, 482],
			[138, 416],
			[5, 21],
			[-26, 452],
			[68, 243],
			[-102, 268],
			[105, 222],
			[-169, -51],
			[-233, 136],
			[-191, -340],
			[-421, -66],
			[-225, 317],
			[-300, 20],
			[-64, -245],
			[-192, -71],
			[-268, 315],
			[-303, -10],
			[-165, 587],
			[-203, 328],
			[135, 459],
			[-176, 283],
			[308, 565],
			[428, 23],
			[117, 449],
			[529, -78],
			[334, 383],
			[324, 167],
			[459, 13],
			[485, -416],
			[399, -229],
			[323, 91],
			[239, -53],
			[328, 309],
			[42, 252],
			[-70, 403],
			[-160, 218],
			[-154, 68],
			[-102, 181],
			[-354, 499],
			[-317, 223],
			[-240, 347],
			[202, 95],
			[231, 494],
			[-156, 234],
			[410, 241],
			[-8, 129],
			[-249, -95],
			[-222, -48],
			[-185, -191],
			[-260, -31],
			[-239, -220],
			[16, -368],
			[136, -142],
			[284, 35],
			[-55, -210],
			[-304, -103],
			[-377, -342],
			[-154, 121],
			[61, 277],
			[-304, 173],
			[50, 113],
			[265, 197],
			[-80, 135],
			[-432, 149],
			[-19, 221],
			[-257, -73],
			[-103, -325],
			[-215, -437],
			[6, -152],
			[-135, -128],
			[-84, 56],
			[-78, -713],
			[-144, -245],
			[-101, -422],
			[89, -337],
			[33, -228],
			[243, -190],
			[-51, -145],
			[-330, -33],
			[-118, -182],
			[-232, -319],
			[-87, 275],
			[3, 122],
			[-169, 17],
			[-145, 56],
			[-336, -154],
			[192, -332],
			[-141, -96],
			[-154, 0],
			[-147, 304],
			[-52, -130],
			[62, -353],
			[139, -277],
			[-105, -130],
			[155, -272],
			[137, -171],
			[4, -334],
			[-257, 157],
			[82, -302],
			[-176, -62],
			[105, -521],
			[-184, -7],
			[-228, 257],
			[-104, 472],
			[-49, 393],
			[-108, 272],
			[-143, 337],
			[-18, 168],
			[-48, 41],
			[-5, 130],
			[-154, 199],
			[-24, 281],
			[23, 403],
			[38, 184],
			[-46, 93],
			[-59, 46],
			[-78, 192],
			[-120, 118],
			[-261, 218],
			[-161, 213],
			[-254, 176],
			[-233, 435],
			[56, 44],
			[-127, 248],
			[-5, 200],
			[-179, 93],
			[-85, -255],
			[-82, 198],
			[6, 205],
			[10, 9],
			[62, 54],
			[-221, 86],
			[-226, -210],
			[15, -293],
			[-34, -168],
			[91, -301],
			[261, -298],
			[140, -488],
			[309, -476],
			[217, 3],
			[68, -130],
			[-78, -118],
			[249, -213],
			[204, -179],
			[238, -308],
			[29, -111],
			[-52, -211],
			[-154, 276],
			[-242, 97],
			[-116, -382],
			[200, -219],
			[-33, -309],
			[-116, -35],
			[-148, -506],
			[-116, -46],
			[1, 181],
			[57, 317],
			[60, 126],
			[-108, 342],
			[-85, 298],
			[-115, 74],
			[-82, 255],
			[-179, 107],
			[-120, 238],
			[-206, 38],
			[-217, 267],
			[-254, 384],
			[-189, 341],
			[-86, 584],
			[-138, 68],
			[-226, 195],
			[-128, -80],
			[-161, -274],
			[-115, -43],
			[-252, -334],
			[-548, 160],
			[-404, -192],
			[-32, -355],
			[15, -344],
			[-263, -393],
			[-356, -125],
			[-25, -199],
			[-171, -327],
			[-107, -481],
			[108, -338],
			[-160, -263],
			[-60, -384],
			[-210, -118],
			[-197, -455],
			[-352, -8],
			[-265, 11],
			[-174, -209],
			[-106, -223],
			[-136, 49],
			[-103, 199],
			[-79, 340],
			[-259, 92],
			[-112, -153],
			[-146, 83],
			[-143, -65],
			[42, 462],
			[-26, 363],
			[-124, 55],
			[-67, 224],
			[22, 386],
			[111, 215],
			[20, 239],
			[58, 355],
			[-6, 250],
			[-56, 212],
			[-12, 200],
			[14, 420],
			[-114, 257],
			[393, 426],
			[340, -107],
			[373, 4],
			[296, -101],
			[230, 31],
			[449, -19],
			[144, 354],
			[53, 1177],
			[-287, 620],
			[-205, 299],
			[-424, 228],
			[-28, 430],
			[360, 129],
			[466, -152],
			[-88, 669],
			[263, -254],
			[646, 461],
			[84, 484],
			[243, 119],
			[222, 117],
			[143, 162],
			[244, 870],
			[380, 247],
			[231, -17],
			[54, 125],
			[232, 32],
			[52, -130],
			[188, 291],
			[-63, 222],
			[-13, 335],
			[-113, 328],
			[-8, 604],
			[46, 159],
			[80, 178],
			[244, 36],
			[98, 163],
			[223, 167],
			[-9, -304],
			[-82, -192],
			[33, -166],
			[151, -89],
			[-68, -223],
			[-83, 64],
			[-200, -425],
			[76, -288],
			[4, -228],
			[281, -138],
			[-3, -210],
			[283, 111],
			[156, 162],
			[313, -233],
			[132, -189],
			[189, 174],
			[434, 273],
			[350, 200],
			[277, -100],
			[21, -144],
			[268, -7],
			[63, 260],
			[383, 191],
			[-59, 497],
			[10, 445],
			[136, 371],
			[262, 202],
			[221, -442],
			[223, 12],
			[53, 453],
			[32, 349],
			[-102, -75],
			[-176, 210],
			[-24, 340],
			[351, 164],
			[350, 86],
			[301, -97],
			[287, 17],
			[316, 327],
			[-291, 280],
			[-504, -47],
			[-489, -216],
			[-452, -125],
			[-161, 322],
			[-269, 195],
			[62, 581],
			[-135, 534],
			[133, 344],
			[252, 371],
			[635, 640],
			[185, 124],
			[-28, 250],
			[-387, 279],
			[-478, -167],
			[-269, -413],
			[43, -361],
			[-441, -475],
			[-537, -509],
			[-202, -832],
			[198, -416],
			[265, -328],
			[-255, -666],
			[-289, -138],
			[-106, -992],
			[-157, -554],
			[-337, 57],
			[-158, -468],
			[-321, -27],
			[-89, 558],
			[-232, 671],
			[-211, 835],
			[-187, 363],
			[-548, -684],
			[-370, -138],
			[-385, 301],
			[-99, 635],
			[-88, 1364],
			[256, 380],
			[733, 496],
			[549, 609],
			[508, 824],
			[668, 1141],
			[465, 444],
			[763, 741],
			[610, 259],
			[457, -31],
			[423, 489],
			[506, -26],
			[499, 118],
			[869, -433],
			[-358, -158],
			[305, -371],
			[286, 206],
			[456, -358],
			[761, -140],
			[1050, -668],
			[213, -281],
			[18, -393],
			[-308, -311],
			[-454, -157],
			[-1240, 449],
			[-204, -75],
			[453, -433],
			[36, -878],
			[358, -180],
			[217, -153],
			[36, 286],
			[-174, 263],
			[183, 215],
			[672, -368],
			[234, 144],
			[-187, 433],
			[647, 578],
			[256, -34],
			[260, -206],
			[161, 406],
			[-231, 352],
			[136, 353],
			[-204, 367],
			[777, -190],
			[158, -331],
			[-351, -73],
			[2, -328],
			[218, -203],
			[429, 128],
			[68, 377],
			[581, 282],
			[969, 507],
			[209, -29],
			[-273, -359],
			[344, -61],
			[199, 202],
			[521, 16],
			[412, 245],
			[317, -356],
			[315, 391],
			[-291, 343],
			[145, 195],
			[820, -179],
			[385, -185],
			[1006, -675],
			[186, 309],
			[-282, 313],
			[-8, 125],
			[-335, 58],
			[92, 280],
			[-149, 461],
			[-8, 189],
			[512, 535],
			[182, 537],
			[207, 116],
			[735, -156],
			[58, -328],
			[-263, -479],
			[173, -189],
			[89, -413],
			[-63, -809],
			[307, -362],
			[-120, -395],
			[-544, -839],
			[318, -87],
			[110, 213],
			[306, 151],
			[74, 293],
			[240, 281],
			[-162, 336],
			[130, 390],
			[-304, 49],
			[-67, 328],
			[222, 594],
			[-361, 481],
			[497, 398],
			[-64, 421],
			[139, 13],
			[145, -328],
			[-109, -570],
			[297, -108],
			[-127, 426],
			[465, 233],
			[577, 31],
			[513, -337],
			[-247, 492],
			[-28, 630],
			[484, 119],
			[668, -26],
			[602, 77],
			[-226, 309],
			[321, 388],
			[319, 16],
			[540, 293],
			[734, 79],
			[93, 162],
			[729, 55],
			[227, -133],
			[624, 314],
			[510, -10],
			[77, 255],
			[265, 252],
			[656, 242],
			[476, -191],
			[-378, -146],
			[629, -90],
			[75, -292],
			[254, 143],
			[812, -7],
			[626, -289],
			[223, -221],
			[-69, -307],
			[-307, -175],
			[-730, -328],
			[-209, -175],
			[345, -83],
			[410, -149],
			[250, 112],
			[142, -379],
			[122, 153],
			[444, 93],
			[892, -97],
			[67, -276],
			[1162, -88],
			[15, 451],
			[590, -103],
			[443, 3],
			[449, -312],
			[128, -378],
			[-165, -247],
			[349, -465],
			[437, -240],
			[268, 620],
			[446, -266],
			[473, 159],
			[538, -182],
			[204, 166],
			[455, -83],
			[-201, 549],
			[367, 256],
			[2509, -384],
			[236, -351],
			[727, -451],
			[1122, 112],
			[553, -98],
			[231, -244],
			[-33, -432],
			[342, -168],
			[372, 121],
			[492, 15],
			[525, -116],
			[526, 66],
			[484, -526],
			[344, 189],
			[-224, 378],
			[123, 263],
			[886, -166],
			[578, 36],
			[799, -282],
			[-99610, -258]
		],
		[
			[23933, 96380],
			[-126, -17],
			[-521, 38],
			[-74, 165],
			[559, -9],
			[195, -109],
			[-33, -68]
		],
		[
			[19392, 96485],
			[-518, -170],
			[-411, 191],
			[224, 188],
			[406, 60],
			[392, -92],
			[-93, -177]
		],
		[
			[56867, 96577],
			[-620, -241],
			[-490, 137],
			[191, 152],
			[-167, 189],
			[575, 119],
			[110, -222],
			[401, -134]
		],
		[
			[19538, 97019],
			[-339, -115],
			[-461, 1],
			[5, 84],
			[285, 177],
			[149, -27],
			[361, -120]
		],
		[
			[23380, 96697],
			[-411, -122],
			[-226, 138],
			[-119, 221],
			[-22, 245],
			[360, -24],
			[162, -39],
			[332, -205],
			[-76, -214]
		],
		[
			[22205, 96856],
			[108, -247],
			[-453, 66],
			[-457, 192],
			[-619, 21],
			[268, 176],
			[-335, 142],
			[-21, 227],
			[546, -81],
			[751, -215],
			[212, -281]
		],
		[
			[79187, 96845],
			[-1566, -228],
			[507, 776],
			[229, 66],
			[208, -38],
			[704, -336],
			[-82, -240]
		],
		[
			[55069, 97669],
			[915, -440],
			[-699, -233],
			[-155, -435],
			[-243, -111],
			[-132, -490],
			[-335, -23],
			[-598, 361],
			[252, 210],
			[-416, 170],
			[-541, 499],
			[-216, 463],
			[757, 212],
			[152, -207],
			[396, 8],
			[105, 202],
			[408, 20],
			[350, -206]
		],
		[
			[57068, 98086],
			[545, -207],
			[-412, -318],
			[-806, -70],
			[-819, 98],
			[-50, 163],
			[-398, 11],
			[-304, 271],
			[858, 165],
			[403, -142],
			[281, 177],
			[702, -148]
		],
		[
			[64204, 98169],
			[-373, -78],
			[-250, -45],
			[-39, -97],
			[-324, -98],
			[-301, 140],
			[158, 185],
			[-618, 18],
			[542, 107],
			[422, 8],
			[57, -160],
			[159, 142],
			[262, 97],
			[412, -129],
			[-107, -90]
		],
		[
			[77760, 97184],
			[-606, -73],
			[-773, 170],
			[-462, 226],
			[-213, 423],
			[-379, 117],
			[722, 404],
			[600, 133],
			[540, -297],
			[640, -572],
			[-69, -531]
		],
		[
			[25828, 97644],
			[334, -190],
			[-381, -176],
			[-513, -445],
			[-492, -42],
			[-575, 76],
			[-299, 240],
			[4, 215],
			[220, 157],
			[-508, -4],
			[-306, 196],
			[-176, 268],
			[193, 262],
			[192, 180],
			[285, 42],
			[-122, 135],
			[646, 30],
			[355, -315],
			[468, -127],
			[455, -112],
			[220, -390]
		],
		[
			[30972, 99681],
			[742, -47],
			[597, -75],
			[508, -161],
			[-12, -157],
			[-678, -257],
			[-672, -119],
			[-251, -133],
			[605, 3],
			[-656, -358],
			[-452, -167],
			[-476, -483],
			[-573, -98],
			[-177, -120],
			[-841, -64],
			[383, -74],
			[-192, -105],
			[230, -292],
			[-264, -202],
			[-429, -167],
			[-132, -232],
			[-388, -176],
			[39, -134],
			[475, 23],
			[6, -144],
			[-742, -355],
			[-726, 163],
			[-816, -91],
			[-414, 71],
			[-525, 31],
			[-35, 284],
			[514, 133],
			[-137, 427],
			[170, 41],
			[742, -255],
			[-379, 379],
			[-450, 113],
			[225, 229],
			[492, 141],
			[79, 206],
			[-392, 231],
			[-118, 304],
			[759, -26],
			[220, -64],
			[433, 216],
			[-625, 68],
			[-972, -38],
			[-491, 201],
			[-232, 239],
			[-324, 173],
			[-61, 202],
			[413, 112],
			[324, 19],
			[545, 96],
			[409, 220],
			[344, -30],
			[300, -166],
			[211, 319],
			[367, 95],
			[498, 65],
			[849, 24],
			[148, -63],
			[802, 100],
			[601, -38],
			[602, -37]
		],
		[
			[42472, 99925],
			[1737, -469],
			[-513, -227],
			[-1062, -26],
			[-1496, -58],
			[140, -105],
			[984, 65],
			[836, -204],
			[540, 181],
			[231, -212],
			[-305, -344],
			[707, 220],
			[1348, 229],
			[833, -114],
			[156, -253],
			[-1132, -420],
			[-157, -136],
			[-888, -102],
			[643, -28],
			[-324, -431],
			[-224, -383],
			[9, -658],
			[333, -386],
			[-434, -24],
			[-457, -187],
			[513, -313],
			[65, -502],
			[-297, -55],
			[360, -508],
			[-617, -42],
			[322, -241],
			[-91, -208],
			[-391, -91],
			[-388, -2],
			[348, -400],
			[4, -263],
			[-549, 244],
			[-143, -158],
			[375, -148],
			[364, -361],
			[105, -476],
			[-495, -114],
			[-214, 228],
			[-344, 340],
			[95, -401],
			[-322, -311],
			[732, -25],
			[383, -32],
			[-745, -515],
			[-755, -466],
			[-813, -204],
			[-306, -2],
			[-288, -228],
			[-386, -624],
			[-597, -414],
			[-192, -24],
			[-370, -145],
			[-399, -138],
			[-238, -365],
			[-4, -415],
			[-141, -388],
			[-453, -472],
			[112, -462],
			[-125, -488],
			[-142, -577],
			[-391, -36],
			[-410, 482],
			[-556, 3],
			[-269, 324],
			[-186, 577],
			[-481, 735],
			[-141, 385],
			[-38, 530],
			[-384, 546],
			[100, 435],
			[-186, 208],
			[275, 691],
			[418, 220],
			[110, 247],
			[58, 461],
			[-318, -209],
			[-151, -88],
			[-249, -84],
			[-341, 193],
			[-19, 401],
			[109, 314],
			[258, 9],
			[567, -157],
			[-478, 375],
			[-249, 202],
			[-276, -83],
			[-232, 147],
			[310, 550],
			[-169, 220],
			[-220, 409],
			[-335, 626],
			[-353, 230],
			[3, 247],
			[-745, 346],
			[-590, 43],
			[-743, -24],
			[-677, -44],
			[-323, 188],
			[-482, 372],
			[729, 186],
			[559, 31],
			[-1188, 154],
			[-627, 241],
			[39, 229],
			[1051, 285],
			[1018, 284],
			[107, 214],
			[-750, 213],
			[243, 235],
			[961, 413],
			[404, 63],
			[-115, 265],
			[658, 156],
			[854, 93],
			[853, 5],
			[303, -184],
			[737, 325],
			[663, -221],
			[390, -46],
			[577, -192],
			[-660, 318],
			[38, 253],
			[932, 353],
			[975, -27],
			[354, 218],
			[982, 57],
			[2219, -74]
		]
	],
	bbox: [
		-180,
		-85.60903777459777,
		180,
		83.64513000000002
	],
	transform: {
		scale: [.0036000360003600037, .0016925586033320111],
		translate: [-180, -85.60903777459777]
	}
};
// node_modules/topojson-client/src/identity.js
function hu(e) {
	return e;
}
// node_modules/topojson-client/src/transform.js
function gu(e) {
	if (e == null) return hu;
	var t, n, r = e.scale[0], i = e.scale[1], a = e.translate[0], o = e.translate[1];
	return function(e, s) {
		s || (t = n = 0);
		var c = 2, l = e.length, u = Array(l);
		for (u[0] = (t += e[0]) * r + a, u[1] = (n += e[1]) * i + o; c < l;) u[c] = e[c], ++c;
		return u;
	};
}
// node_modules/topojson-client/src/reverse.js
function _u(e, t) {
	for (var n, r = e.length, i = r - t; i < --r;) n = e[i], e[i++] = e[r], e[r] = n;
}
// node_modules/topojson-client/src/feature.js
function vu(e, t) {
	var n = gu(e.transform), r = e.arcs;
	function i(e, t) {
		t.length && t.pop();
		for (var i = r[e < 0 ? ~e : e], a = 0, o = i.length; a < o; ++a) t.push(n(i[a], a));
		e < 0 && _u(t, o);
	}
	function a(e) {
		return n(e);
	}
	function o(e) {
		for (var t = [], n = 0, r = e.length; n < r; ++n) i(e[n], t);
		return t.length < 2 && t.push(t[0]), t;
	}
	function s(e) {
		for (var t = o(e); t.length < 4;) t.push(t[0]);
		return t;
	}
	function c(e) {
		return e.map(s);
	}
	function l(e) {
		var t = e.type, n;
		switch (t) {
			case "GeometryCollection": return {
				type: t,
				geometries: e.geometries.map(l)
			};
			case "Point":
				n = a(e.coordinates);
				break;
			case "MultiPoint":
				n = e.coordinates.map(a);
				break;
			case "LineString":
				n = o(e.arcs);
				break;
			case "MultiLineString":
				n = e.arcs.map(o);
				break;
			case "Polygon":
				n = c(e.arcs);
				break;
			case "MultiPolygon":
				n = e.arcs.map(c);
				break;
			default: return null;
		}
		return {
			type: t,
			coordinates: n
		};
	}
	return l(t);
}
// node_modules/topojson-client/src/stitch.js
function yu(e, t) {
	var n = {}, r = {}, i = {}, a = [], o = -1;
	t.forEach(function(n, r) {
		var i = e.arcs[n < 0 ? ~n : n], a;
		i.length < 3 && !i[1][0] && !i[1][1] && (a = t[++o], t[o] = n, t[r] = a);
	}), t.forEach(function(e) {
		var t = s(e), n = t[0], a = t[1], o, c;
		if (o = i[n]) {
			if (delete i[o.end], o.push(e), o.end = a, c = r[a]) {
				delete r[c.start];
				var l = c === o ? o : o.concat(c);
				r[l.start = o.start] = i[l.end = c.end] = l;
			} else r[o.start] = i[o.end] = o;
		} else if (o = r[a]) {
			if (delete r[o.start], o.unshift(e), o.start = n, c = i[n]) {
				delete i[c.end];
				var u = c === o ? o : c.concat(o);
				r[u.start = c.start] = i[u.end = o.end] = u;
			} else r[o.start] = i[o.end] = o;
		} else o = [e], r[o.start = n] = i[o.end = a] = o;
	});
	function s(t) {
		var n = e.arcs[t < 0 ? ~t : t], r = n[0], i;
		return e.transform ? (i = [0, 0], n.forEach(function(e) {
			i[0] += e[0], i[1] += e[1];
		})) : i = n[n.length - 1], t < 0 ? [i, r] : [r, i];
	}
	function c(e, t) {
		for (var r in e) {
			var i = e[r];
			delete t[i.start], delete i.start, delete i.end, i.forEach(function(e) {
				n[e < 0 ? ~e : e] = 1;
			}), a.push(i);
		}
	}
	return c(i, r), c(r, i), t.forEach(function(e) {
		n[e < 0 ? ~e : e] || a.push([e]);
	}), a;
}
// node_modules/topojson-client/src/mesh.js
function bu(e) {
	return vu(e, xu.apply(this, arguments));
}
function xu(e, t, n) {
	var r, i, a;
	if (arguments.length > 1) r = Su(e, t, n);
	else for (i = 0, r = Array(a = e.arcs.length); i < a; ++i) r[i] = i;
	return {
		type: "MultiLineString",
		arcs: yu(e, r)
	};
}
function Su(e, t, n) {
	var r = [], i = [], a;
	function o(e) {
		var t = e < 0 ? ~e : e;
		(i[t] || (i[t] = [])).push({
			i: e,
			g: a
		});
	}
	function s(e) {
		e.forEach(o);
	}
	function c(e) {
		e.forEach(s);
	}
	function l(e) {
		e.forEach(c);
	}
	function u(e) {
		switch (a = e, e.type) {
			case "GeometryCollection":
				e.geometries.forEach(u);
				break;
			case "LineString":
				s(e.arcs);
				break;
			case "MultiLineString":
			case "Polygon":
				c(e.arcs);
				break;
			case "MultiPolygon": l(e.arcs);
		}
	}
	return u(t), i.forEach(n == null ? function(e) {
		r.push(e[0].i);
	} : function(e) {
		n(e[0].g, e[e.length - 1].g) && r.push(e[0].i);
	}), r;
}
// src/map.ts
var Cu = null;
function wu() {
	return Cu ??= bu(mu).coordinates.map((e) => e.map(([e, t], n) => `${n ? "L" : "M"}${e.toFixed(2)} ${t.toFixed(2)}`).join("")).join(""), Cu;
}
function Tu(e, t, n, r) {
	let i = Math.PI / 180, [a, o] = [t * i, n * i], s = e + 360 * Math.round((r - e) / 360), c = [], l = s;
	for (let e = 0; e <= 128; e++) {
		let t = e / 128 * 2 * Math.PI, n = Math.sin(a) * Math.cos(o) + Math.cos(a) * Math.sin(o) * Math.cos(t), r = Math.asin(Math.max(-1, Math.min(1, n))), u = s + Math.atan2(Math.sin(t) * Math.sin(o) * Math.cos(a), Math.cos(o) - Math.sin(a) * n) / i;
		u += 360 * Math.round((l - u) / 360), l = u, c.push([u, r / i]);
	}
	let [u, d] = [c[0], c.at(-1)];
	if (Math.abs(d[0] - u[0]) > 180) {
		let e = t >= 0 ? 90 : -90;
		c.push([d[0], e], [u[0], e]);
	}
	return c;
}
// src/renderer.ts
function Eu(e, t) {
	if (!t) {
		let t = e.getContext("webgl2", {
			antialias: !1,
			premultipliedAlpha: !0,
			alpha: !0
		});
		if (t) return new ku(e, t);
	}
	let n = e.getContext("2d", { willReadFrequently: !0 });
	if (!n) throw Error("this browser can draw neither with WebGL2 nor on a canvas");
	return new Au(e, n);
}
var Du = "#version 300 es\nlayout(location=0) in vec2 start;\nlayout(location=1) in vec2 end;\nlayout(location=2) in vec2 sizes;\nlayout(location=3) in vec4 color;\nuniform vec4 placement;\nuniform vec2 halfSize;\nuniform float progress;\nuniform float ratio;\nout vec4 fill;\nout float size;\nvoid main() {\n  vec2 at = mix(start, end, progress) * placement.xy + placement.zw;\n  gl_Position = vec4(at / halfSize, 0.0, 1.0);\n  size = mix(sizes.x, sizes.y, progress) * ratio;\n  gl_PointSize = size + 2.0;\n  fill = color;\n}", Ou = "#version 300 es\nprecision mediump float;\nin vec4 fill;\nin float size;\nout vec4 result;\nvoid main() {\n  float away = length(gl_PointCoord - 0.5) * (size + 2.0);\n  float inside = clamp(size * 0.5 - away + 0.5, 0.0, 1.0);\n  float edge = clamp(away - size * 0.5 + 1.5, 0.0, 1.0);\n  vec3 shade = mix(fill.rgb, fill.rgb * 0.72, size > 6.0 ? edge : 0.0);\n  float alpha = fill.a * inside;\n  if (alpha <= 0.0) discard;\n  result = vec4(shade * alpha, alpha);\n}", ku = class {
	canvas;
	gl;
	kind = "webgl2";
	program;
	buffers;
	marks = null;
	ratio = 1;
	half = [1, 1];
	constructor(e, t) {
		this.canvas = e, this.gl = t, this.program = this.link(), this.buffers = [
			0,
			1,
			2,
			3
		].map(() => t.createBuffer()), e.addEventListener("webglcontextlost", (e) => e.preventDefault()), e.addEventListener("webglcontextrestored", () => {
			Object.assign(this, {
				program: this.link(),
				buffers: [
					0,
					1,
					2,
					3
				].map(() => t.createBuffer())
			}), this.marks && this.load(this.marks);
		});
	}
	link() {
		let { gl: e } = this, t = e.createProgram();
		for (let [n, r] of [[e.VERTEX_SHADER, Du], [e.FRAGMENT_SHADER, Ou]]) {
			let i = e.createShader(n);
			e.shaderSource(i, r), e.compileShader(i), e.attachShader(t, i);
		}
		if (e.linkProgram(t), !e.getProgramParameter(t, e.LINK_STATUS) && !e.isContextLost()) throw Error(`WebGL2: ${e.getProgramInfoLog(t)}`);
		return t;
	}
	resize(e, t, n) {
		this.canvas.width = Math.round(e * n), this.canvas.height = Math.round(t * n), this.half = [e / 2, t / 2], this.ratio = n;
	}
	load(e) {
		let { gl: t } = this;
		this.marks = e, [
			e.from,
			e.to,
			e.sizes,
			e.colors
		].forEach((e, n) => {
			t.bindBuffer(t.ARRAY_BUFFER, this.buffers[n]), t.bufferData(t.ARRAY_BUFFER, e, t.DYNAMIC_DRAW), t.enableVertexAttribArray(n), n < 3 ? t.vertexAttribPointer(n, 2, t.FLOAT, !1, 0, 0) : t.vertexAttribPointer(n, 4, t.UNSIGNED_BYTE, !0, 0, 0);
		});
	}
	draw(e, t) {
		let { gl: n, program: r } = this;
		if (n.viewport(0, 0, this.canvas.width, this.canvas.height), n.clearColor(0, 0, 0, 0), n.clear(n.COLOR_BUFFER_BIT), !this.marks?.count) return;
		n.useProgram(r), n.enable(n.BLEND), n.blendFunc(n.ONE, n.ONE_MINUS_SRC_ALPHA);
		let i = (e) => n.getUniformLocation(r, e);
		n.uniform4f(i("placement"), e.scaleX, e.scaleY, e.offsetX, e.offsetY), n.uniform2f(i("halfSize"), ...this.half), n.uniform1f(i("progress"), t), n.uniform1f(i("ratio"), this.ratio), n.drawArrays(n.POINTS, 0, this.marks.count);
	}
	free() {
		this.gl.getExtension("WEBGL_lose_context")?.loseContext();
	}
}, Au = class {
	canvas;
	context;
	kind = "canvas";
	marks = null;
	ratio = 1;
	half = [1, 1];
	constructor(e, t) {
		this.canvas = e, this.context = t;
	}
	resize(e, t, n) {
		this.canvas.width = Math.round(e * n), this.canvas.height = Math.round(t * n), this.half = [e / 2, t / 2], this.ratio = n;
	}
	load(e) {
		this.marks = e;
	}
	draw(e, t) {
		let { context: n, marks: r } = this;
		if (n.setTransform(this.ratio, 0, 0, this.ratio, 0, 0), n.clearRect(0, 0, 2 * this.half[0], 2 * this.half[1]), !r) return;
		let { from: i, to: a, sizes: o, colors: s } = r, c = (e, n, r) => e[r] + (n[r] - e[r]) * t;
		for (let l = 0; l < r.count; l++) {
			let r = this.half[0] + c(i, a, 2 * l) * e.scaleX + e.offsetX, u = this.half[1] - c(i, a, 2 * l + 1) * e.scaleY - e.offsetY, d = o[2 * l] + (o[2 * l + 1] - o[2 * l]) * t, f = s[4 * l + 3] / 255;
			n.fillStyle = `rgb(${s[4 * l]} ${s[4 * l + 1]} ${s[4 * l + 2]} / ${f})`, d < 3 ? n.fillRect(r - d / 2, u - d / 2, d, d) : (n.beginPath(), n.arc(r, u, d / 2, 0, 2 * Math.PI), n.fill());
		}
	}
	free() {
		this.marks = null;
	}
}, ju = 20, Mu = class {
	source;
	onSelect;
	meta = V(null);
	frame = V(null);
	size = V([0, 0]);
	camera = V(null);
	axes = V("");
	level = V(null);
	colorLevel = V(0);
	colorBy = V("cluster");
	budget = V(4e3);
	root = V(null);
	rootInfo = V(null);
	view = V(null);
	node = V(null);
	members = V(null);
	hierarchy = V(null);
	hovered = V(null);
	highlight = V(null);
	selection = V(null);
	mode = V("pan");
	theme = V("auto");
	showsTable = V(!1);
	error = V(null);
	notice = V(null);
	isBusy = V(!1);
	found = V(null);
	shownLevel = Je(() => this.view.value?.level ?? 0);
	bbox = Je(() => {
		let e = this.camera.value, [t, n] = this.size.value;
		if (!e || !t || !n) return null;
		let r = t / 2 / e.scaleX, i = n / 2 / e.scaleY;
		return [
			e.centerX - r,
			e.centerY - i,
			e.centerX + r,
			e.centerY + i
		];
	});
	flight = null;
	isWaiting = !1;
	nodeFlight = null;
	asked = "";
	jump = null;
	constructor(e, t = () => void 0) {
		this.source = e, this.onSelect = t;
	}
	async start(e) {
		let t = await this.attempt(() => this.source.json("meta", {}));
		if (!t) return;
		let n = new URLSearchParams(e);
		Ne(() => {
			this.meta.value = t, this.axes.value = n.get("axes") ?? t.axes, this.colorLevel.value = Pu(n.get("color"), t.levels.length) ?? t.color_level, this.level.value = Pu(n.get("level"), t.levels.length), this.root.value = Pu(n.get("root"), t.n_nodes), this.colorBy.value = n.get("by") ?? "cluster";
			let e = n.get("theme");
			(e === "light" || e === "dark") && (this.theme.value = e);
		}), await this.loadFrame(n.get("bbox")?.split(",").map(Number));
		let r = Pu(n.get("node"), t.n_nodes);
		this.root.value !== null && this.loadRoot(), r !== null && this.selectNode(r), await this.loadHierarchy();
	}
	get link() {
		let e = new URLSearchParams();
		return e.set("axes", this.axes.value), this.bbox.value && e.set("bbox", this.bbox.value.map((e) => e.toPrecision(12)).map(Number).join(",")), this.level.value !== null && e.set("level", String(this.level.value)), e.set("color", String(this.colorLevel.value)), this.colorBy.value !== "cluster" && e.set("by", this.colorBy.value), this.root.value !== null && e.set("root", String(this.root.value)), this.node.value && e.set("node", String(this.node.value.id)), this.theme.value !== "auto" && e.set("theme", this.theme.value), e.toString();
	}
	async attempt(e) {
		try {
			let t = await e();
			return this.error.value = null, t;
		} catch (e) {
			return e instanceof DOMException && e.name === "AbortError" || (this.error.value = e instanceof Error ? e.message : String(e)), null;
		}
	}
	async loadFrame(e) {
		let t = await this.attempt(() => this.source.json("frame", { axes: this.axes.value }));
		t && (Ne(() => {
			this.frame.value = t, this.camera.value = null;
		}), e?.length === 4 && e.every(Number.isFinite) && e[0] < e[2] && e[1] < e[3] ? this.show(e, !1) : this.fit(!1));
	}
	setAxes(e) {
		e !== this.axes.value && (Ne(() => {
			this.axes.value = e, this.selection.value = null, this.found.value = null;
		}), this.loadFrame().then(() => this.node.value && this.selectNode(this.node.value.id)));
	}
	get home() {
		let e = this.frame.value, [t, n] = this.size.value;
		if (!e || !t || !n) return null;
		let [r, i, a, o] = e.bounds;
		return e.is_map && a - r > 180 && ([r, i, a, o] = [
			-180,
			-85,
			180,
			85
		]), this.around([
			r,
			i,
			a,
			o
		], .06);
	}
	around(e, t) {
		let [n, r] = this.size.value, i = this.frame.value, a = [i.bounds[2] - i.bounds[0], i.bounds[3] - i.bounds[1]], o = Math.max(Math.max(...a) * 1e-12, Number.MIN_VALUE * 1e6), s = Math.max(e[2] - e[0], o), c = Math.max(e[3] - e[1], a[1] === 0 ? s : o), l = 1 - 2 * t, [u, d] = [n * l / s, r * l / c], f = Math.max(...a) <= 8 * Math.min(...a) || a[1] === 0;
		return (i.is_map || f) && (u = d = Math.min(u, d)), {
			centerX: e[0] / 2 + e[2] / 2,
			centerY: e[1] / 2 + e[3] / 2,
			scaleX: u,
			scaleY: d
		};
	}
	fit(e = !0) {
		let t = this.home;
		t && this.moveTo(t, e);
	}
	show(e, t = !0) {
		this.size.value[0] && this.moveTo(this.around(e, 0), t);
	}
	moveTo(e, t) {
		let n = this.camera.value;
		if (!t || !n || matchMedia("(prefers-reduced-motion: reduce)").matches) {
			this.jump = null, this.setCamera(e);
			return;
		}
		this.jump = {
			from: n,
			to: e,
			begin: performance.now()
		};
		let r = this.jump, i = (t) => {
			if (this.jump !== r) return;
			let a = Math.min((t - r.begin) / 350, 1), o = a * a * (3 - 2 * a), s = (e, t) => e * (t / e) ** o, c = s(n.scaleX, e.scaleX), l = Math.abs(e.scaleX / n.scaleX - 1) < 1e-6 ? o : (1 / c - 1 / n.scaleX) / (1 / e.scaleX - 1 / n.scaleX);
			this.setCamera({
				centerX: n.centerX + (e.centerX - n.centerX) * l,
				centerY: n.centerY + (e.centerY - n.centerY) * l,
				scaleX: c,
				scaleY: s(n.scaleY, e.scaleY)
			}), a < 1 ? requestAnimationFrame(i) : this.jump = null;
		};
		requestAnimationFrame(i);
	}
	steer(e) {
		this.jump = null, this.setCamera(e);
	}
	setCamera(e) {
		let t = this.home;
		if (t) {
			let n = Math.min(Math.max(e.scaleX / t.scaleX, .25), 1e11) * t.scaleX / e.scaleX;
			e = {
				...e,
				scaleX: e.scaleX * n,
				scaleY: e.scaleY * n
			};
		}
		[
			e.centerX,
			e.centerY,
			e.scaleX,
			e.scaleY
		].every(Number.isFinite) && (this.camera.value = e, this.refresh());
	}
	zoomBy(e, t = [0, 0]) {
		let n = this.camera.value;
		if (!n) return;
		let r = n.centerX + t[0] / n.scaleX, i = n.centerY - t[1] / n.scaleY, [a, o] = [n.scaleX * e, n.scaleY * e];
		this.steer({
			centerX: r - t[0] / a,
			centerY: i + t[1] / o,
			scaleX: a,
			scaleY: o
		});
	}
	resize(e, t) {
		if (e === this.size.value[0] && t === this.size.value[1]) return;
		let n = !this.camera.value;
		this.size.value = [e, t], n && this.frame.value ? this.fit(!1) : this.refresh();
	}
	refresh() {
		if (!this.bbox.value || !this.frame.value) return;
		if (this.flight) {
			this.isWaiting = !0;
			return;
		}
		let e = this.question(), t = JSON.stringify(e);
		if (t === this.asked) return;
		this.asked = t;
		let n = new AbortController();
		this.flight = n, this.isBusy.value = !0, this.attempt(() => this.source.view(e, n.signal)).then((e) => {
			this.flight = null, this.isBusy.value = !1, e && e.axes === this.frame.value?.axes && e.axes === this.axes.value && (this.view.value = e), this.isWaiting && (this.isWaiting = !1, this.refresh());
		});
	}
	question() {
		let e = {
			bbox: this.bbox.value.join(","),
			level: this.level.value ?? "auto",
			color_level: this.colorLevel.value,
			axes: this.frame.value.axes,
			budget: this.budget.value,
			color_by: this.colorBy.value
		};
		return this.root.value !== null && (e.root = this.root.value), e;
	}
	setLevel(e) {
		this.level.value = e, this.refresh();
	}
	stepLevel(e) {
		let t = this.meta.value.levels.length - 1;
		this.setLevel(Math.min(Math.max(this.shownLevel.value + e, this.meta.value.finest_level ?? 0), t));
	}
	setColorLevel(e) {
		this.colorLevel.value = e, this.refresh();
	}
	setColorBy(e) {
		this.colorBy.value = e, this.refresh();
	}
	async selectNode(e) {
		if (this.nodeFlight?.abort(), e === null) {
			Ne(() => {
				this.node.value = null, this.members.value = null;
			}), this.onSelect([]);
			return;
		}
		let t = new AbortController();
		this.nodeFlight = t;
		let n = await this.attempt(() => this.source.json("node", {
			id: e,
			axes: this.axes.value
		}, t.signal));
		n && !t.signal.aborted && (Ne(() => {
			this.node.value = n, this.members.value = null;
		}), this.onSelect([e]));
	}
	async showColumns(e) {
		let t = this.node.value?.id;
		if (t === void 0) return;
		let n = {
			id: t,
			axes: this.axes.value,
			first_column: e
		}, r = await this.attempt(() => this.source.json("node", n));
		r && this.node.value?.id === t && (this.node.value = r);
	}
	async showMembers(e) {
		let t = this.node.value?.id;
		if (t === void 0) return;
		let n = {
			id: t,
			limit: ju,
			offset: e
		}, r = await this.attempt(() => this.source.json("members", n));
		r && this.node.value?.id === t && (this.members.value = r);
	}
	reveal(e) {
		let t = this.bbox.value, n = this.camera.value;
		t && n && (e.x < t[0] || e.x > t[2] || e.y < t[1] || e.y > t[3]) && this.moveTo({
			...n,
			centerX: e.x,
			centerY: e.y
		}, !0);
	}
	async walk(e) {
		let t = this.node.value, n = -1;
		if (t) n = {
			up: t.parent,
			down: t.heaviest_child,
			left: t.previous,
			right: t.next
		}[e];
		else {
			let e = this.view.value;
			if (!e?.count) return;
			let t = 0;
			for (let n = 1; n < e.count; n++) e.weight[n] > e.weight[t] && (t = n);
			n = e.id[t];
		}
		n < 0 || (await this.selectNode(n), this.node.value && this.reveal(this.node.value));
	}
	drillInto(e) {
		Ne(() => {
			this.root.value = e, this.rootInfo.value = null, this.selection.value = null;
		}), this.loadRoot(!0), this.loadHierarchy();
	}
	async loadRoot(e = !1) {
		let t = this.root.value;
		if (t === null) {
			this.fit(), this.refresh();
			return;
		}
		let n = await this.attempt(() => this.source.json("node", {
			id: t,
			axes: this.axes.value
		}));
		if (!n || this.root.value !== t) return;
		this.rootInfo.value = n;
		let r = this.frame.value;
		if (e && r && n.reach > 0) {
			let e = r.is_map ? n.reach / Math.max(Math.cos(n.y * Math.PI / 180), .05) : n.reach;
			this.moveTo(this.around([
				n.x - e,
				n.y - n.reach,
				n.x + e,
				n.y + n.reach
			], .06), !0);
		}
		this.refresh();
	}
	async loadHierarchy() {
		let e = this.root.value, t = await this.attempt(() => this.source.json("hierarchy", e === null ? {} : { root: e }));
		t && e === this.root.value && (this.hierarchy.value = t);
	}
	async search(e) {
		let t = await this.attempt(() => this.source.json("search", {
			row: e,
			axes: this.axes.value
		}));
		if (!t) return;
		this.found.value = t;
		let n = this.camera.value, r = this.home;
		if (n && r) {
			let e = Math.max(n.scaleX / r.scaleX, 6), [i, a] = [r.scaleX * e, r.scaleY * e];
			this.moveTo({
				centerX: t.x,
				centerY: t.y,
				scaleX: i,
				scaleY: a
			}, !0);
		}
		let i = this.root.value;
		i !== null && !t.path.includes(i) && this.drillInto(null), await this.selectNode(t.path.at(-1));
	}
	async selectWithin(e) {
		let t = this.shownLevel.value, n = {
			polygon: e.map((e) => Number(e.toPrecision(10))).join(","),
			level: t,
			axes: this.axes.value
		};
		this.root.value !== null && (n.root = this.root.value);
		let r = await this.attempt(() => this.source.json("select", n));
		r && (this.selection.value = {
			polygon: e,
			level: t,
			told: r
		}, this.onSelect(r.nodes));
	}
	async saveRows(e) {
		let t;
		if (e === "node") {
			if (!this.node.value) return;
			t = { node: this.node.value.id };
		} else {
			let e = this.selection.value;
			if (!e) return;
			t = {
				polygon: e.polygon.map((e) => Number(e.toPrecision(10))).join(","),
				level: e.level,
				axes: this.axes.value
			}, this.root.value !== null && (t.root = this.root.value);
		}
		let n = await this.attempt(() => this.source.csv(t));
		n && Nu(n, this.source.hasRows ? "rows.csv" : "nodes.csv");
	}
};
function Nu(e, t) {
	let n = document.createElement("a");
	n.href = URL.createObjectURL(e), n.download = t, n.click(), setTimeout(() => URL.revokeObjectURL(n.href), 1e4);
}
function Pu(e, t) {
	let n = e === null || e === "" ? NaN : Number(e);
	return Number.isInteger(n) && n >= 0 && n < t ? n : null;
}
// src/scatter.tsx
var Fu = 260, Iu = {
	left: 54,
	bottom: 30
};
function Lu(e, t) {
	let [n, r] = [e.bbox[2] - e.bbox[0], e.bbox[3] - e.bbox[1]], [i, a] = [(e.bbox[0] + e.bbox[2]) / 2, (e.bbox[1] + e.bbox[3]) / 2];
	return {
		scaleX: n * t.scaleX,
		scaleY: r * t.scaleY,
		offsetX: (i - t.centerX) * t.scaleX,
		offsetY: (a - t.centerY) * t.scaleY
	};
}
var Ru = class {
	explorer;
	canvas;
	drawn = null;
	view = null;
	index = null;
	begun = 0;
	frame = 0;
	renderer;
	endings = [];
	constructor(e, t, n) {
		this.explorer = e, this.canvas = t, this.renderer = Eu(t, n), t.dataset.renderer = this.renderer.kind, this.endings.push($e(() => {
			let [t, n] = e.size.value;
			t && n && this.renderer.resize(t, n, Math.min(devicePixelRatio || 1, 2)), this.schedule();
		}), $e(() => {
			let t = e.view.value, n = e.highlight.value;
			t && this.take(t, n);
		}), $e(() => {
			e.camera.value, this.schedule();
		}));
	}
	take(e, t) {
		let n = this.explorer, [r, i] = n.size.peek(), a = e !== this.view, o = this.view, s = a && o !== null && o.level !== e.level && o.axes === e.axes && !matchMedia("(prefers-reduced-motion: reduce)").matches, c = a || !this.drawn ? cs(e, r, i) : this.drawn.sizes, l = s && this.drawn ? {
			view: o,
			sizes: this.drawn.sizes
		} : null;
		if (this.drawn = fs(e, c, n.colorBy.peek(), t, l), this.view = e, this.renderer.load(this.drawn.marks), a && (this.begun = s ? performance.now() : -Infinity, this.index = null, e.count)) {
			this.index = new lu(e.count);
			for (let t = 0; t < e.count; t++) {
				let [n, a] = [e.x[t] * r, e.y[t] * i];
				this.index.add(n, a, n, a);
			}
			this.index.finish();
		}
		this.schedule();
	}
	schedule() {
		this.frame ||= requestAnimationFrame((e) => {
			this.frame = 0, this.paint(e);
		});
	}
	paint(e) {
		let t = this.explorer.camera.peek();
		if (!t || !this.view) return;
		let n = Math.min(Math.max((e - this.begun) / Fu, 0), 1);
		this.renderer.draw(Lu(this.view, t), n * n * (3 - 2 * n)), this.canvas.dataset.shown = `${this.view.level}:${this.view.count}:${n === 1 ? "still" : "moving"}`, n < 1 && this.schedule();
	}
	pick(e, t) {
		let { view: n, drawn: r, index: i } = this, a = this.explorer.camera.peek(), [o, s] = this.explorer.size.peek();
		if (!n || !r || !i || !a) return -1;
		let c = Lu(n, a), [l, u] = [c.scaleX / o, c.scaleY / s], d = i.neighbors((e - c.offsetX) / l, (-t - c.offsetY) / u, 12, 24 / Math.min(l, u)), f = -1, p = 6;
		for (let i of d) {
			let a = Math.hypot(n.x[i] * c.scaleX + c.offsetX - e, -(n.y[i] * c.scaleY + c.offsetY) - t), o = a - r.sizes[i] / 2, s = o <= 0 ? (a - 1e3) / 1e3 + r.sizes[i] / 1e3 : o;
			s < p && ([f, p] = [i, s]);
		}
		return f;
	}
	free() {
		for (let e of this.endings) e();
		cancelAnimationFrame(this.frame), this.renderer.free();
	}
};
function zu({ explorer: e, plain: t }) {
	let n = R(null), r = R(null), i = R(null), a = ct(null), o = ct(null), s = R(/* @__PURE__ */ new Map()), c = R(0);
	L(() => {
		let a = new Ru(e, r.current, t);
		i.current = a;
		let o = new ResizeObserver(() => {
			let { clientWidth: t, clientHeight: r } = n.current;
			t && r && e.resize(t, r);
		});
		o.observe(n.current);
		let s = (t) => {
			t.preventDefault();
			let n = t.deltaMode === 1 ? 16 : t.deltaMode === 2 ? 200 : 1;
			e.zoomBy(2 ** Math.max(Math.min(-t.deltaY * n / 240, 2), -2), l(t));
		};
		n.current.addEventListener("wheel", s, { passive: !1 });
		let c = n.current, u = () => void Ku(e, a, r.current, c);
		return c.addEventListener("bidvit-save", u), () => {
			c.removeEventListener("wheel", s), c.removeEventListener("bidvit-save", u), o.disconnect(), a.free();
		};
	}, []);
	let l = (e) => {
		let t = n.current.getBoundingClientRect();
		return [e.clientX - t.left - t.width / 2, e.clientY - t.top - t.height / 2];
	}, u = ([t, n]) => {
		let r = e.camera.value;
		return [r.centerX + t / r.scaleX, r.centerY - n / r.scaleY];
	}, d = (t) => {
		if (t.button !== 0 || !e.camera.value) return;
		n.current.setPointerCapture(t.pointerId), s.current.set(t.pointerId, l(t)), c.current = 0, o.value = null;
		let r = t.shiftKey ? "box" : e.mode.value;
		r !== "pan" && s.current.size === 1 && (a.value = {
			kind: r,
			points: [l(t)]
		});
	}, f = (t) => {
		let n = l(t), r = s.current.get(t.pointerId);
		if (r) {
			if (c.current += Math.hypot(n[0] - r[0], n[1] - r[1]), a.value) {
				let { kind: e, points: t } = a.value;
				a.value = {
					kind: e,
					points: e === "box" ? [t[0], n] : [...t, n]
				};
			} else {
				let i = e.camera.value, a = [...s.current].find(([e]) => e !== t.pointerId)?.[1], o = a ? .5 : 1;
				if (e.steer({
					...i,
					centerX: i.centerX - (n[0] - r[0]) * o / i.scaleX,
					centerY: i.centerY + (n[1] - r[1]) * o / i.scaleY
				}), a) {
					let [t, i] = [n, r].map((e) => Math.hypot(e[0] - a[0], e[1] - a[1]));
					t > 1 && i > 1 && e.zoomBy(t / i, [(n[0] + a[0]) / 2, (n[1] + a[1]) / 2]);
				}
			}
			s.current.set(t.pointerId, n);
		} else {
			let r = t.pointerType === "touch" ? -1 : i.current?.pick(n[0], n[1]) ?? -1;
			o.value = r < 0 ? null : {
				place: r,
				x: n[0],
				y: n[1]
			}, e.hovered.value = r < 0 ? null : e.view.value.id[r];
		}
	}, p = (t) => {
		if (!s.current.delete(t.pointerId)) return;
		let n = l(t), r = a.value;
		if (a.value = null, c.current < 4) {
			let t = i.current?.pick(n[0], n[1]) ?? -1;
			t >= 0 ? e.selectNode(e.view.value.id[t]) : (e.selectNode(null), e.selection.value = null);
		} else if (r) {
			let t = r.kind === "box" ? Bu(r.points) : Vu(r.points, 200);
			t.length >= 3 && e.selectWithin(t.flatMap(u));
		}
	}, m = e.frame.value, h = m ? `${m.names[0]} by ${m.names[1] || "nothing"}` : "";
	return /* @__PURE__ */ $("div", {
		ref: n,
		class: `scatter mode-${e.mode.value}`,
		"data-part": "scatter",
		tabIndex: 0,
		role: "application",
		"aria-roledescription": "scatter plot",
		"aria-label": `Nodes in the plane of ${h}. Arrows walk the tree, plus and minus zoom, Enter drills in.`,
		onPointerDown: d,
		onPointerMove: f,
		onPointerUp: p,
		onPointerCancel: p,
		onPointerLeave: () => {
			o.value = null, e.hovered.value = null;
		},
		onDblClick: (t) => e.zoomBy(2, l(t)),
		children: [
			/* @__PURE__ */ $(Hu, { explorer: e }),
			/* @__PURE__ */ $("canvas", {
				ref: r,
				"aria-hidden": "true"
			}),
			/* @__PURE__ */ $(Uu, {
				explorer: e,
				drag: a.value
			}),
			o.value && /* @__PURE__ */ $(Gu, {
				explorer: e,
				...o.value
			})
		]
	});
}
function Bu(e) {
	let [[t, n], [r, i]] = [e[0], e.at(-1)];
	return [
		[t, n],
		[r, n],
		[r, i],
		[t, i]
	];
}
function Vu(e, t) {
	let n = Math.max(1, Math.ceil(e.length / t));
	return e.filter((e, t) => t % n === 0);
}
function Hu({ explorer: e }) {
	let t = e.frame.value, n = e.camera.value, [r, i] = e.size.value;
	return !t?.is_map || !n ? null : /* @__PURE__ */ $("svg", {
		class: "outline",
		"data-part": "outline",
		width: r,
		height: i,
		"aria-hidden": "true",
		children: [
			-360,
			0,
			360
		].map((e) => {
			let t = (e - n.centerX) * n.scaleX + r / 2, a = n.centerY * n.scaleY + i / 2;
			return /* @__PURE__ */ $("path", {
				d: wu(),
				transform: `matrix(${n.scaleX} 0 0 ${-n.scaleY} ${t} ${a})`,
				"vector-effect": "non-scaling-stroke"
			}, e);
		})
	});
}
function Uu({ explorer: e, drag: t }) {
	let n = e.camera.value, r = e.frame.value, [i, a] = e.size.value;
	if (!n || !r) return null;
	let o = (e) => (e - n.centerX) * n.scaleX + i / 2, s = (e) => (n.centerY - e) * n.scaleY + a / 2, c = e.bbox.value, l = au([c[0], c[2]], [0, i]), u = au([c[1], c[3]], [a, 0]), d = Math.max(2, Math.floor(i / 110)), f = Math.max(2, Math.floor(a / 80)), p = e.node.value, m = e.selection.value, h = e.found.value, g = (e) => e.map((e) => e.join(",")).join(" "), _ = t && (t.kind === "box" ? Bu(t.points) : t.points), v = [];
	if (m) for (let e = 0; e < m.polygon.length; e += 2) v.push([o(m.polygon[e]), s(m.polygon[e + 1])]);
	return /* @__PURE__ */ $("svg", {
		class: "overlay",
		width: i,
		height: a,
		"aria-hidden": "true",
		children: [
			/* @__PURE__ */ $("g", {
				class: "ticks",
				children: [
					l.ticks(d).filter((e) => l(e) > Iu.left && l(e) < i - 20).map((e) => /* @__PURE__ */ $("g", {
						transform: `translate(${l(e)} 0)`,
						children: [/* @__PURE__ */ $("line", {
							y1: 0,
							y2: a - Iu.bottom + 4,
							class: "grid"
						}), /* @__PURE__ */ $("text", {
							y: a - 14,
							"text-anchor": "middle",
							children: Wu(e)
						})]
					}, `x${e}`)),
					r.names[1] !== "" && u.ticks(f).filter((e) => u(e) < a - Iu.bottom - 6 && u(e) > 12).map((e) => /* @__PURE__ */ $("g", {
						transform: `translate(0 ${u(e)})`,
						children: [/* @__PURE__ */ $("line", {
							x1: Iu.left - 6,
							x2: i,
							class: "grid"
						}), /* @__PURE__ */ $("text", {
							x: Iu.left - 10,
							dy: "0.32em",
							"text-anchor": "end",
							children: Wu(e)
						})]
					}, `y${e}`)),
					/* @__PURE__ */ $("text", {
						x: i - 8,
						y: a - 32,
						"text-anchor": "end",
						class: "axis-name",
						children: [r.names[0], " →"]
					}),
					r.names[1] !== "" && /* @__PURE__ */ $("text", {
						transform: `translate(${Iu.left + 12} 8) rotate(-90)`,
						"text-anchor": "end",
						class: "axis-name",
						children: [r.names[1], " →"]
					})
				]
			}),
			v.length > 0 && /* @__PURE__ */ $("polygon", {
				class: "selection",
				points: g(v),
				"data-part": "selected-area"
			}),
			_ && /* @__PURE__ */ $("polygon", {
				class: "selection",
				points: g(_)
			}),
			p && /* @__PURE__ */ $("g", {
				class: "ring",
				"data-part": "ring",
				"data-node": p.id,
				children: [r.is_map && p.reach > 0 ? /* @__PURE__ */ $("polygon", { points: g(Tu(p.x, p.y, p.reach, n.centerX).map(([e, t]) => [o(e), s(t)])) }) : /* @__PURE__ */ $("ellipse", {
					cx: o(p.x),
					cy: s(p.y),
					rx: p.reach * n.scaleX,
					ry: p.reach * n.scaleY
				}), /* @__PURE__ */ $("circle", {
					cx: o(p.x),
					cy: s(p.y),
					r: 5,
					class: "dot"
				})]
			}),
			h && /* @__PURE__ */ $("g", {
				class: "found",
				"data-part": "found",
				transform: `translate(${o(h.x)} ${s(h.y)})`,
				children: [/* @__PURE__ */ $("path", { d: "M-12 0H-4M4 0H12M0 -12V-4M0 4V12" }), /* @__PURE__ */ $("text", {
					x: 10,
					y: -8,
					children: ["row ", H(h.row)]
				})]
			})
		]
	});
}
function Wu(e) {
	return Math.abs(e) < 1e-12 ? "0" : U(e, 6);
}
function Gu({ explorer: e, place: t, x: n, y: r }) {
	let i = e.view.value, a = e.meta.value, o = e.frame.value, [s, c] = e.size.value;
	if (!i || t >= i.count) return null;
	let l = i.x[t] * (i.bbox[2] - i.bbox[0]) + (i.bbox[0] + i.bbox[2]) / 2, u = i.y[t] * (i.bbox[3] - i.bbox[1]) + (i.bbox[1] + i.bbox[3]) / 2, d = e.colorBy.value, f = a.unit ? ` ${a.unit}` : "", p = n > s / 2 - 230, m = r > c / 2 - 130;
	return /* @__PURE__ */ $("div", {
		class: "tip",
		"data-part": "tip",
		style: { transform: `translate(${n + s / 2 + (p ? -14 : 14)}px, ${r + c / 2 + (m ? -14 : 14)}px) translate(${p ? "-100%" : "0"}, ${m ? "-100%" : "0"})` },
		children: [
			/* @__PURE__ */ $("b", { children: ["Node #", i.id[t]] }),
			/* @__PURE__ */ $("dl", { children: [
				/* @__PURE__ */ $("dt", { children: "weight" }),
				/* @__PURE__ */ $("dd", { children: H(i.weight[t]) }),
				/* @__PURE__ */ $("dt", { children: "radius" }),
				/* @__PURE__ */ $("dd", { children: [pt(i.radius[t]), f] }),
				/* @__PURE__ */ $("dt", { children: "centre" }),
				/* @__PURE__ */ $("dd", { children: [U(l), o.names[1] !== "" && `, ${U(u)}`] }),
				d !== "cluster" && d !== "weight" && d !== "radius" && /* @__PURE__ */ $(x, { children: [/* @__PURE__ */ $("dt", { children: d === "labels" ? "label" : a.columns[Number(d.split(":")[1])] }), /* @__PURE__ */ $("dd", { children: d === "labels" ? a.labels[i.value[t]] : U(i.value[t]) })] })
			] }),
			/* @__PURE__ */ $("span", {
				class: "swatch",
				style: { background: To(us(i, t, d, ls(i))) }
			})
		]
	});
}
async function Ku(e, t, n, r) {
	let i = e.view.value, a = e.camera.value, o = e.meta.value;
	if (!i || !a || !o) return;
	let s = n.width / r.clientWidth, c = Math.round(34 * s), l = document.createElement("canvas");
	l.width = n.width, l.height = n.height + c;
	let u = l.getContext("2d"), d = getComputedStyle(r);
	if (u.fillStyle = d.backgroundColor, u.fillRect(0, 0, l.width, l.height), e.frame.value.is_map) {
		u.strokeStyle = d.getPropertyValue("--line-strong"), u.lineWidth = s;
		for (let e of [
			-360,
			0,
			360
		]) {
			let t = new DOMMatrix([
				a.scaleX * s,
				0,
				0,
				-a.scaleY * s,
				((e - a.centerX) * a.scaleX + r.clientWidth / 2) * s,
				(a.centerY * a.scaleY + r.clientHeight / 2) * s
			]), n = new Path2D();
			n.addPath(new Path2D(wu()), t), u.stroke(n);
		}
	}
	t.paint(Infinity), u.drawImage(n, 0, 0), u.fillStyle = d.color, u.font = `${13 * s}px system-ui, sans-serif`;
	let f = `${o.title} · level ${i.level} · ${gt(i)} · ${_t(i, o, a)}`;
	u.fillText(f, 12 * s, n.height + 22 * s, l.width - 24 * s);
	let p = await new Promise((e) => l.toBlob(e, "image/png"));
	p && Nu(p, "bidvit.png");
}
// src/app.tsx
function qu({ explorer: e, plain: t, host: n }) {
	let r = R(null);
	L(() => {
		let t = r.current, n = (n) => Ju(e, n, t);
		return t.addEventListener("keydown", n), () => t.removeEventListener("keydown", n);
	}, []);
	let i = e.meta.value;
	return /* @__PURE__ */ $("div", {
		ref: r,
		class: `bidvit host-${n}`,
		"data-theme": e.theme.value,
		"data-ready": e.view.value ? "yes" : "no",
		"data-busy": e.isBusy.value ? "yes" : "no",
		children: i ? /* @__PURE__ */ $(x, { children: [
			/* @__PURE__ */ $(Xu, { explorer: e }),
			/* @__PURE__ */ $(nd, { explorer: e }),
			/* @__PURE__ */ $("main", {
				class: "stage",
				children: [/* @__PURE__ */ $("div", {
					class: "picture",
					children: [/* @__PURE__ */ $(zu, {
						explorer: e,
						plain: t
					}), /* @__PURE__ */ $(ad, { explorer: e })]
				}), /* @__PURE__ */ $(rd, { explorer: e })]
			}),
			/* @__PURE__ */ $(ps, { explorer: e }),
			/* @__PURE__ */ $(id, { explorer: e }),
			/* @__PURE__ */ $("div", {
				class: "below",
				children: [/* @__PURE__ */ $(ns, { explorer: e }), /* @__PURE__ */ $(bo, { explorer: e })]
			}),
			/* @__PURE__ */ $(vs, { explorer: e })
		] }) : /* @__PURE__ */ $("p", {
			class: "loading",
			children: e.error.value ? `The explorer could not start: ${e.error.value}` : "Loading …"
		})
	});
}
function Ju(e, t, n) {
	if (t.ctrlKey || t.metaKey || t.altKey) return;
	let r = t.target;
	if (r.closest("input, select, textarea")) {
		t.key === "Escape" && r.blur();
		return;
	}
	let i = r.closest("button") !== null, a = {
		ArrowUp: "up",
		ArrowDown: "down",
		ArrowLeft: "left",
		ArrowRight: "right"
	}[t.key];
	if (a) e.walk(a);
	else if (t.key === "+" || t.key === "=") e.zoomBy(1.5);
	else if (t.key === "-") e.zoomBy(1 / 1.5);
	else if (t.key === "0") e.fit();
	else if (t.key === "[") e.stepLevel(-1);
	else if (t.key === "]") e.stepLevel(1);
	else if (t.key.toLowerCase() === "a") e.setLevel(null);
	else if (t.key.toLowerCase() === "t") e.showsTable.value = !e.showsTable.value;
	else if (t.key === "/") n.querySelector("input[name=row]")?.focus();
	else if (t.key === "Enter" && !i && e.node.value?.n_children) e.drillInto(e.node.value.id);
	else if (t.key === "Backspace") Yu(e);
	else if (t.key === "Escape") e.selectNode(null), e.selection.value = null, e.found.value = null;
	else return;
	t.preventDefault();
}
function Yu(e) {
	let t = e.rootInfo.value;
	e.root.value !== null && e.drillInto(t && t.path.length > 2 ? t.path.at(-2).id : null);
}
function Xu({ explorer: e }) {
	let t = e.meta.value;
	return /* @__PURE__ */ $("header", { children: [
		/* @__PURE__ */ $("h1", { children: [
			/* @__PURE__ */ $("span", {
				class: "brand",
				children: "BiDViT"
			}),
			" ",
			t.title,
			/* @__PURE__ */ $("small", { children: [
				H(t.n_rows),
				" rows × ",
				H(t.n_features),
				" columns"
			] })
		] }),
		/* @__PURE__ */ $(Zu, { explorer: e }),
		/* @__PURE__ */ $($u, { explorer: e }),
		e.source.hasRows && /* @__PURE__ */ $(ed, { explorer: e }),
		/* @__PURE__ */ $(td, { explorer: e })
	] });
}
function Zu({ explorer: e }) {
	let t = e.meta.value, n = e.axes.value;
	if (t.is_map) return null;
	if (t.axes_choices) return /* @__PURE__ */ $("label", { children: ["Axes", /* @__PURE__ */ $("select", {
		name: "axes",
		value: n,
		onChange: (t) => e.setAxes(t.currentTarget.value),
		children: t.axes_choices.map((e) => /* @__PURE__ */ $("option", {
			value: e,
			children: Qu(e, t.columns)
		}, e))
	})] });
	if (t.n_features < 2) return null;
	let [r, i] = n.split(":"), [a, o] = i.split(","), s = (n, i) => {
		let [s, c] = i.split(":"), l = n === 0 ? o ?? "1" : a, u = s === "columns" ? t.n_features : t.n_components;
		(Number(l) >= u || s !== r) && (l = c === "0" ? "1" : "0"), l === c && (l = n === 0 ? a : o), l === c && (l = c === "0" ? "1" : "0"), e.setAxes(`${s}:${n === 0 ? `${c},${l}` : `${l},${c}`}`);
	}, c = /* @__PURE__ */ $(x, { children: [/* @__PURE__ */ $("optgroup", {
		label: "Columns",
		children: t.columns.map((e, t) => /* @__PURE__ */ $("option", {
			value: `columns:${t}`,
			children: e
		}, t))
	}), /* @__PURE__ */ $("optgroup", {
		label: "Principal components",
		children: t.component_shares.map((e, t) => /* @__PURE__ */ $("option", {
			value: `components:${t}`,
			children: [
				"PC",
				t + 1,
				" (",
				Math.round(e * 100),
				"%)"
			]
		}, t))
	})] }), l = r === "column" ? "columns" : r;
	return /* @__PURE__ */ $("span", {
		class: "group",
		children: [/* @__PURE__ */ $("label", { children: ["x", /* @__PURE__ */ $("select", {
			name: "x-axis",
			value: `${l}:${a}`,
			onChange: (e) => s(0, e.currentTarget.value),
			children: c
		})] }), /* @__PURE__ */ $("label", { children: ["y", /* @__PURE__ */ $("select", {
			name: "y-axis",
			value: `${l}:${o}`,
			onChange: (e) => s(1, e.currentTarget.value),
			children: c
		})] })]
	});
}
function Qu(e, t) {
	let [n, r] = e.split(":"), i = (r ?? "").split(",").map(Number);
	return n === "components" ? i.map((e) => `PC${e + 1}`).join(" × ") : i.map((e) => t[e]).join(" × ");
}
function $u({ explorer: e }) {
	let t = e.meta.value;
	return /* @__PURE__ */ $("label", { children: ["Colour", /* @__PURE__ */ $("select", {
		name: "color",
		value: e.colorBy.value,
		onChange: (t) => e.setColorBy(t.currentTarget.value),
		children: [
			/* @__PURE__ */ $("option", {
				value: "cluster",
				children: "cluster"
			}),
			t.labels.length > 0 && /* @__PURE__ */ $("option", {
				value: "labels",
				children: "labels"
			}),
			/* @__PURE__ */ $("option", {
				value: "weight",
				children: "weight"
			}),
			/* @__PURE__ */ $("option", {
				value: "radius",
				children: "radius"
			}),
			/* @__PURE__ */ $("optgroup", {
				label: "Columns",
				children: t.columns.map((e, t) => /* @__PURE__ */ $("option", {
					value: `column:${t}`,
					children: e
				}, t))
			})
		]
	})] });
}
function ed({ explorer: e }) {
	return /* @__PURE__ */ $("form", {
		class: "search",
		onSubmit: (t) => {
			t.preventDefault();
			let n = t.currentTarget.querySelector("input").value.replaceAll(/[\s,]/g, "");
			/^\d+$/.test(n) ? e.search(Number(n)) : e.error.value = "a row is a whole number, counted from 0";
		},
		role: "search",
		children: [/* @__PURE__ */ $("label", { children: ["Row", /* @__PURE__ */ $("input", {
			name: "row",
			type: "text",
			inputMode: "numeric",
			size: 9,
			placeholder: "number",
			autocomplete: "off"
		})] }), /* @__PURE__ */ $("button", {
			type: "submit",
			children: "Find"
		})]
	});
}
function td({ explorer: e }) {
	let t = (t, n) => /* @__PURE__ */ $("button", {
		"aria-pressed": e.mode.value === t,
		onClick: () => e.mode.value = t,
		children: n
	}), n = {
		auto: "dark",
		dark: "light",
		light: "auto"
	}, r = async () => {
		let t = `${location.href.split("#")[0]}#${e.link}`;
		history.replaceState(null, "", t);
		try {
			await navigator.clipboard.writeText(t), e.notice.value = "Link copied";
		} catch {
			e.notice.value = "The link is in the address bar";
		}
		setTimeout(() => e.notice.value = null, 2500);
	};
	return /* @__PURE__ */ $("span", {
		class: "tools",
		children: [
			/* @__PURE__ */ $("span", {
				class: "segmented",
				role: "group",
				"aria-label": "What dragging does",
				children: [
					t("pan", "Pan"),
					t("box", "Box"),
					t("lasso", "Lasso")
				]
			}),
			/* @__PURE__ */ $("button", {
				onClick: () => e.fit(),
				children: "Fit"
			}),
			/* @__PURE__ */ $("button", {
				onClick: (e) => {
					e.currentTarget.closest(".bidvit").querySelector(".scatter").dispatchEvent(new Event("bidvit-save"));
				},
				children: "PNG"
			}),
			/* @__PURE__ */ $("button", {
				onClick: () => void r(),
				children: "Copy link"
			}),
			/* @__PURE__ */ $("button", {
				"aria-pressed": e.showsTable.value,
				onClick: () => e.showsTable.value = !e.showsTable.value,
				children: "Table"
			}),
			/* @__PURE__ */ $("button", {
				"data-part": "theme",
				onClick: () => e.theme.value = n[e.theme.value],
				"aria-label": `Theme: ${e.theme.value}`,
				children: {
					auto: "◐ auto",
					dark: "● dark",
					light: "○ light"
				}[e.theme.value]
			}),
			e.notice.value && /* @__PURE__ */ $("span", {
				class: "notice",
				role: "status",
				children: e.notice.value
			})
		]
	});
}
function nd({ explorer: e }) {
	let t = e.root.value, n = e.rootInfo.value;
	if (t === null) return null;
	let r = n?.path ?? [], i = r.length > 8 ? [
		...r.slice(0, 3),
		null,
		...r.slice(-4)
	] : r;
	return /* @__PURE__ */ $("nav", {
		class: "breadcrumbs",
		"aria-label": "Where the view is in the tree",
		children: [/* @__PURE__ */ $("button", {
			class: "link",
			onClick: () => e.drillInto(null),
			children: "All"
		}), i.map((n, r) => n === null ? /* @__PURE__ */ $("span", { children: "› …" }, r) : /* @__PURE__ */ $("span", { children: [
			"›",
			" ",
			/* @__PURE__ */ $("button", {
				class: "link",
				"aria-current": n.id === t ? "page" : void 0,
				onClick: () => e.drillInto(n.id),
				children: [
					"#",
					n.id,
					" ",
					/* @__PURE__ */ $("small", { children: ht(n.weight) })
				]
			})
		] }, r))]
	});
}
function rd({ explorer: e }) {
	let t = e.view.value, n = e.meta.value, r = e.camera.value, i = e.level.value, a = t && i !== null && t.level > i;
	return /* @__PURE__ */ $("p", {
		class: "status",
		"data-part": "status",
		role: "status",
		children: [t && r && /* @__PURE__ */ $(x, { children: [
			/* @__PURE__ */ $("b", { children: gt(t) }),
			" · ",
			_t(t, n, r),
			n.radii_kind === "bound" && " · radii are bounds",
			a && /* @__PURE__ */ $("span", {
				class: "warning",
				children: [
					" ",
					"· level ",
					i,
					" has more nodes here than ",
					H(e.budget.value),
					": level ",
					t.level,
					" is shown"
				]
			}),
			t.n_left_out > 0 && /* @__PURE__ */ $("span", {
				class: "warning",
				children: [
					" · ",
					H(t.n_left_out),
					" lighter nodes are left out: zoom in"
				]
			})
		] }), e.error.value && /* @__PURE__ */ $("span", {
			class: "warning",
			children: [" · ", e.error.value]
		})]
	});
}
function id({ explorer: e }) {
	let t = e.meta.value, n = t.levels.length - 1, r = e.level.value === null, i = e.shownLevel.value, a = t.finest_level ?? 0, o = e.colorLevel.value, s = t.levels[i], c = t.unit ? ` ${t.unit}` : "";
	return /* @__PURE__ */ $("section", {
		class: "levels",
		"aria-label": "Levels",
		children: [
			/* @__PURE__ */ $("label", {
				class: "slider",
				children: [
					/* @__PURE__ */ $("span", {
						class: "slider-name",
						children: ["Level ", /* @__PURE__ */ $("output", { children: i })]
					}),
					/* @__PURE__ */ $("input", {
						type: "range",
						name: "level",
						min: a,
						max: n,
						value: r ? i : e.level.value,
						onInput: (t) => e.setLevel(Number(t.currentTarget.value))
					}),
					/* @__PURE__ */ $("span", {
						class: "slider-said",
						children: [
							H(s.n_nodes),
							" nodes, ε ",
							U(s.epsilon, 3),
							c
						]
					})
				]
			}),
			/* @__PURE__ */ $("button", {
				"data-part": "auto",
				"aria-pressed": r,
				onClick: () => e.setLevel(r ? i : null),
				children: r ? "Auto" : "Locked"
			}),
			/* @__PURE__ */ $("label", {
				class: "slider",
				children: [
					/* @__PURE__ */ $("span", {
						class: "slider-name",
						children: ["Colour level ", /* @__PURE__ */ $("output", { children: Math.max(o, i) })]
					}),
					/* @__PURE__ */ $("input", {
						type: "range",
						name: "color-level",
						min: a,
						max: n,
						value: o,
						disabled: e.colorBy.value !== "cluster",
						onInput: (t) => e.setColorLevel(Number(t.currentTarget.value))
					}),
					/* @__PURE__ */ $("span", {
						class: "slider-said",
						children: [H(t.levels[Math.max(o, i)].n_nodes), " clusters"]
					})
				]
			}),
			/* @__PURE__ */ $("label", {
				class: "budget",
				children: ["Budget", /* @__PURE__ */ $("select", {
					name: "budget",
					value: String(e.budget.value),
					onChange: (t) => {
						e.budget.value = Number(t.currentTarget.value), e.refresh();
					},
					children: [
						500,
						1e3,
						2e3,
						4e3,
						8e3,
						16e3
					].map((e) => /* @__PURE__ */ $("option", {
						value: String(e),
						children: H(e)
					}, e))
				})]
			}),
			a > 0 && /* @__PURE__ */ $("p", {
				class: "note",
				"data-part": "left-out",
				children: [
					"Levels 0 to ",
					a - 1,
					" are not in this file."
				]
			})
		]
	});
}
function ad({ explorer: e }) {
	let t = ct(!1), n = e.colorBy.value, r = e.view.value, i = e.meta.value;
	if (n === "cluster" || !r) return null;
	if (n === "labels") {
		let e = t.value ? i.labels.length : 12;
		return /* @__PURE__ */ $("div", {
			class: "legend",
			"data-part": "legend",
			children: [i.labels.slice(0, e).map((e, t) => /* @__PURE__ */ $("span", { children: [
				/* @__PURE__ */ $("i", {
					class: "swatch",
					style: { background: To(So[t % So.length]) }
				}),
				" ",
				e
			] }, e)), i.labels.length > 12 && /* @__PURE__ */ $("button", {
				class: "link",
				onClick: () => t.value = !t.value,
				children: t.value ? "fewer" : `${i.labels.length - 12} more`
			})]
		});
	}
	let { low: a, high: o } = ls(r);
	return /* @__PURE__ */ $("div", {
		class: "legend",
		"data-part": "legend",
		children: [
			/* @__PURE__ */ $("span", { children: n.startsWith("column:") ? i.columns[Number(n.slice(7))] : n }),
			/* @__PURE__ */ $("span", { children: U(a, 3) }),
			/* @__PURE__ */ $("i", {
				class: "ramp",
				style: { background: Eo }
			}),
			/* @__PURE__ */ $("span", { children: [U(o, 3), n === "weight" && " (log)"] })
		]
	});
}
// src/file.ts
var od = {
	f8: Float64Array,
	f4: Float32Array,
	u4: Uint32Array,
	i4: Int32Array
}, sd = 6;
async function cd(e) {
	let t = Uint8Array.from(atob(e.trim()), (e) => e.charCodeAt(0)), n = new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip")), r = await new Response(n).arrayBuffer(), i = new DataView(r).getUint32(0, !0), a = JSON.parse(new TextDecoder().decode(new Uint8Array(r, 4, i))), o = {}, s = 4 + i;
	for (let [e, t] of a.columns) {
		let n = new od[t](r, s, a.count);
		o[e] = n, s += Math.ceil(n.byteLength / 8) * 8;
	}
	return new ld(a, o);
}
var ld = class {
	header;
	columns;
	hasRows = !1;
	placeOf = /* @__PURE__ */ new Map();
	children = /* @__PURE__ */ new Map();
	colorings = /* @__PURE__ */ new Map();
	constructor(e, t) {
		this.header = e, this.columns = t;
		for (let t = 0; t < e.count; t++) {
			this.placeOf.set(this.at("id", t), t);
			let e = this.at("parent", t), n = this.children.get(e);
			n ? n.push(t) : this.children.set(e, [t]);
		}
	}
	at(e, t) {
		return this.columns[e][t];
	}
	async json(e, t) {
		switch (e) {
			case "meta": return this.header.meta;
			case "frame": {
				let e = this.header.frames[String(t.axes)];
				if (!e) throw Error("these axes are not in this file");
				return e;
			}
			case "node": return this.describe(Number(t.id), String(t.axes));
			case "hierarchy": return this.listHierarchy(t.root === void 0 ? null : Number(t.root));
			case "select": return this.summarise(t);
			default: throw Error("this file holds nodes only, not rows");
		}
	}
	place(e) {
		let t = this.placeOf.get(e);
		if (t === void 0) throw Error(`node ${e} is of a level that is not in this file`);
		return t;
	}
	meets(e, t, n, r) {
		let [i, a, o] = [
			this.at(`x ${t}`, e),
			this.at(`y ${t}`, e),
			this.at(`reach ${t}`, e)
		], s = Math.max(n[1] - a, a - n[3], 0);
		if (!r) {
			let e = Math.max(n[0] - i, i - n[2], 0);
			return Math.hypot(e, s) <= o * (1 + 1e-6);
		}
		let [c, l] = [a * Math.PI / 180, o * Math.PI / 180], u = Math.abs(c) + l >= Math.PI / 2 ? 1 : Math.sin(Math.min(l, Math.PI / 2)) / Math.cos(c), d = u >= 1 ? 180 : Math.asin(u) * 180 / Math.PI;
		return Math.min(...[
			-360,
			0,
			360
		].map((e) => Math.max(n[0] - i - e, i + e - n[2], 0))) <= d * (1 + 1e-6) && s <= o * (1 + 1e-6);
	}
	async view(e) {
		let t = String(e.axes), n = this.header.frames[t], { meta: r } = this.header, i = String(e.bbox).split(",").map(Number), a = Number(e.budget), o = r.levels.length - 1, s = r.finest_level ?? 0, c = e.root === void 0 ? -1 : this.place(Number(e.root)), l = c < 0 ? -1 : this.at("begin", c), u = c < 0 ? Infinity : this.at("end", c), d = new Int32Array(o + 2), f = [];
		for (let e = 0; e < this.header.count; e++) this.at("begin", e) < l || this.at("end", e) > u || !this.meets(e, t, i, n.is_map) || (f.push(e), d[Math.max(this.at("birth", e), s)] += 1, --d[(e === c ? o : this.at("last", e)) + 1]);
		let p = [];
		for (let e = 0, t = 0; e <= o; e++) p.push(t += d[e]);
		let m = e.level === "auto" ? null : Number(e.level), h = Math.max(m ?? 0, s);
		for (; h < o && p[h] > a;) h++;
		let g = f.filter((e) => this.at("birth", e) <= h && (h <= this.at("last", e) || e === c)), _ = Math.max(h, Number(e.color_level)), v = String(e.color_by), y = g.length, [b, x] = [i[2] - i[0], i[3] - i[1]], [S, C] = [(i[0] + i[2]) / 2, (i[1] + i[3]) / 2], w = (e) => this.columns[e] ? g.map((t) => this.at(e, t)) : g.map(() => 0), T = v === "cluster" ? null : v === "weight" || v === "radius" || v === "labels" ? v : `value ${v.slice(7)}`, E = g.map((e) => this.ancestor(e, _)), D = this.colorsOf(_), O = Float32Array.from(w(`reach ${t}`));
		return {
			count: y,
			level: h,
			asked_level: m,
			color_level: _,
			n_left_out: 0,
			n_points: w("rows").reduce((e, t) => e + t, 0),
			max_radius: w("radius").reduce((e, t) => Math.max(e, t), 0),
			max_reach: O.reduce((e, t) => Math.max(e, t), 0),
			bbox: i,
			axes: t,
			bound: n.bound,
			radius: Float64Array.from(w("radius")),
			value: Float64Array.from(T ? w(T) : g.map(() => 0)),
			id: Uint32Array.from(w("id")),
			x: Float32Array.from(w(`x ${t}`), (e) => {
				let t = e - S;
				return (n.is_map ? t - 360 * Math.round(t / 360) : t) / b;
			}),
			y: Float32Array.from(w(`y ${t}`), (e) => (e - C) / x),
			weight: Float32Array.from(w("weight")),
			reach: O.map((e) => e / x),
			leaf_begin: Uint32Array.from(w("begin")),
			leaf_end: Uint32Array.from(w("end")),
			cluster: Uint32Array.from(E, (e) => this.at("id", e)),
			color: Uint32Array.from(E, (e) => D[e])
		};
	}
	ancestor(e, t) {
		let n = e;
		for (; this.at("last", n) < t && this.at("parent", n) >= 0;) n = this.at("parent", n);
		return n;
	}
	colorsOf(e) {
		let t = this.colorings.get(e);
		return t || (t = new Uint32Array(this.header.count), this.ofLevel(e).forEach((e, n) => t[e] = n % sd), this.colorings.set(e, t)), t;
	}
	ofLevel(e, t = 0, n = Infinity) {
		let r = [];
		for (let i = 0; i < this.header.count; i++) this.at("birth", i) <= e && e <= this.at("last", i) && this.at("begin", i) >= t && this.at("end", i) <= n && r.push(i);
		return r;
	}
	describe(e, t) {
		let n = this.place(e), r = this.at("parent", n), i = this.children.get(r), a = i.indexOf(n), o = this.children.get(n) ?? [], s = [];
		for (let e = n; e >= 0; e = this.at("parent", e)) s.unshift({
			id: this.at("id", e),
			weight: this.at("weight", e)
		});
		let c = o.reduce((e, t) => e < 0 || this.at("weight", t) > this.at("weight", e) ? t : e, -1), { meta: l } = this.header, u = l.columns.flatMap((e, t) => {
			let r = this.columns[`value ${t}`];
			return r ? [{
				name: e,
				center: r[n],
				mean: r[n],
				min: NaN,
				max: NaN,
				histogram: []
			}] : [];
		});
		return {
			id: e,
			level: this.at("birth", n),
			last_level: this.at("last", n),
			weight: this.at("weight", n),
			radius: this.at("radius", n),
			n_children: this.at("children", n),
			heaviest_child: c < 0 ? -1 : this.at("id", c),
			previous: this.at("id", i.at(a - 1)),
			next: this.at("id", i[(a + 1) % i.length]),
			n_rows: this.at("rows", n),
			n_leaves: this.at("end", n) - this.at("begin", n),
			n_measured: 0,
			leaf_begin: this.at("begin", n),
			leaf_end: this.at("end", n),
			parent: r < 0 ? -1 : this.at("id", r),
			path: s,
			x: this.at(`x ${t}`, n),
			y: this.at(`y ${t}`, n),
			reach: this.at(`reach ${t}`, n),
			n_columns: u.length,
			first_column: 0,
			columns: u
		};
	}
	listHierarchy(e) {
		let { meta: t } = this.header, n = this.children.get(-1), r = e === null ? n.length === 1 ? n[0] : -1 : this.place(e), i = r < 0 ? t.weight : this.at("weight", r), a = r < 0 ? 0 : this.at("begin", r), o = r < 0 ? Infinity : this.at("end", r), s = r < 0 ? t.levels.length : this.at("birth", r), c = [{
			id: r < 0 ? -1 : this.at("id", r),
			parent: -1,
			row: 0,
			weight: i,
			n: 1,
			begin: a,
			end: r < 0 ? t.n_leaves : o
		}], l = [{
			level: r < 0 ? null : s,
			n_nodes: 1
		}], u = [0], d = 2;
		for (let e = s - 1; e >= (t.finest_level ?? 0) && l.length < 6; e--) {
			let t = this.ofLevel(e, a, o);
			if (t.length < d) continue;
			d = Math.max(4 * d, 2 * t.length), l.push({
				level: e,
				n_nodes: t.length
			});
			let n = [];
			for (let e of u) {
				let { begin: r, end: a } = c[e], o = t.filter((e) => this.at("begin", e) >= r && this.at("end", e) <= a), s = o.filter((e) => this.at("weight", e) >= i / 500);
				for (let t of s) n.push(c.length), c.push({
					id: this.at("id", t),
					parent: e,
					row: l.length - 1,
					weight: this.at("weight", t),
					n: 1,
					begin: this.at("begin", t),
					end: this.at("end", t)
				});
				let u = (e) => e.reduce((e, t) => e + this.at("weight", t), 0);
				o.length > s.length && c.push({
					id: -1,
					parent: e,
					row: l.length - 1,
					weight: Math.max(u(o) - u(s), 0),
					n: o.length - s.length,
					begin: -1,
					end: -1
				});
			}
			if (u = n, c.length > 4e3) break;
		}
		return {
			root: r < 0 ? -1 : this.at("id", r),
			rows: l,
			entries: c
		};
	}
	within(e) {
		let t = String(e.axes), n = String(e.polygon).split(",").map(Number), r = e.root === void 0 ? -1 : this.place(Number(e.root)), i = Number(e.level);
		return (r < 0 ? this.ofLevel(i) : this.ofLevel(i, this.at("begin", r), this.at("end", r))).filter((e) => {
			let [r, i] = [this.at(`x ${t}`, e), this.at(`y ${t}`, e)], a = !1;
			for (let e = 0, t = n.length - 2; e < n.length; t = e, e += 2) {
				let [o, s, c, l] = [
					n[e],
					n[e + 1],
					n[t],
					n[t + 1]
				];
				s > i != l > i && r < o + (i - s) / (l - s) * (c - o) && (a = !a);
			}
			return a;
		});
	}
	summarise(e) {
		let t = this.within(e).sort((e, t) => this.at("weight", t) - this.at("weight", e)), n = (e) => t.reduce((t, n) => t + this.at(e, n), 0);
		return {
			level: Number(e.level),
			n_nodes: t.length,
			n_rows: n("rows"),
			weight: n("weight"),
			nodes: t.slice(0, 1e3).map((e) => this.at("id", e)),
			weights: t.slice(0, 1e3).map((e) => this.at("weight", e))
		};
	}
	async csv(e) {
		let t = this.within(e), { columns: n } = this.header.meta, r = n.map((e, t) => t).filter((e) => this.columns[`value ${e}`]), i = (e) => /[",\r\n]/.test(e) ? `"${e.replaceAll("\"", "\"\"")}"` : e, a = [[
			"node",
			"weight",
			"radius",
			...r.map((e) => i(n[e]))
		].join(",")];
		for (let e of t) a.push([
			this.at("id", e),
			this.at("weight", e),
			this.at("radius", e),
			...r.map((t) => this.at(`value ${t}`, e))
		].join(","));
		return new Blob([a.join("\r\n") + "\r\n"], { type: "text/csv" });
	}
}, ud = {
	f8: Float64Array,
	f4: Float32Array,
	u4: Uint32Array
};
function dd(e) {
	let t = new DataView(e).getUint32(0, !0), n = JSON.parse(new TextDecoder().decode(new Uint8Array(e, 4, t))), r = { ...n }, i = 4 + t;
	for (let [t, a] of Object.entries(n.columns)) {
		let o = new ud[a](e, i, n.count);
		r[t] = o, i += o.byteLength;
	}
	return r;
}
function fd(e) {
	let t = new URLSearchParams();
	for (let [n, r] of Object.entries(e)) t.set(n, String(r));
	return t.toString();
}
var pd = class {
	hasRows = !0;
	async fetch(e, t) {
		let n = await fetch(`api/${e}`, { signal: t ?? null });
		if (!n.ok) {
			let e = await n.json().catch(() => ({}));
			throw Error(e.error ?? `the server answered ${n.status}`);
		}
		return n;
	}
	async json(e, t, n) {
		let { id: r, ...i } = t, a = e === "node" ? `node/${r}` : e === "members" ? `node/${r}/members` : e;
		return (await this.fetch(`${a}?${fd(i)}`, n)).json();
	}
	async view(e, t) {
		return dd(await (await this.fetch(`view?${fd(e)}`, t)).arrayBuffer());
	}
	async csv(e) {
		return (await this.fetch(`rows.csv?${fd(e)}`)).blob();
	}
}, md = class {
	model;
	hasRows = !0;
	next = 1;
	waiting = /* @__PURE__ */ new Map();
	constructor(e) {
		this.model = e, e.on("msg:custom", this.receive);
	}
	close() {
		this.model.off("msg:custom", this.receive);
	}
	receive = (e, t) => {
		let n = this.waiting.get(e.id);
		if (!n) return;
		this.waiting.delete(e.id);
		let r = t[0];
		e.error !== void 0 || !r ? n.reject(Error(e.error ?? "no answer")) : n.resolve(r.buffer.slice(r.byteOffset, r.byteOffset + r.byteLength));
	};
	ask(e, t, n) {
		let r = this.next++;
		return new Promise((i, a) => {
			this.waiting.set(r, {
				resolve: i,
				reject: a
			}), n?.addEventListener("abort", () => {
				this.waiting.delete(r), a(new DOMException("no longer needed", "AbortError"));
			});
			let o = Object.fromEntries(Object.entries(t).map(([e, t]) => [e, String(t)]));
			this.model.send({
				id: r,
				question: e,
				parameters: o
			});
		});
	}
	async json(e, t, n) {
		return JSON.parse(new TextDecoder().decode(await this.ask(e, t, n)));
	}
	async view(e, t) {
		return dd(await this.ask("view", e, t));
	}
	async csv(e) {
		return new Blob([await this.ask("rows.csv", e)], { type: "text/csv" });
	}
};
// src/main.ts
function hd(e, t, n, r) {
	let i = new Mu(t, r);
	F(y(qu, {
		explorer: i,
		plain: new URLSearchParams(location.search).has("canvas"),
		host: n
	}), e);
	let a = n === "widget" ? "" : location.hash.slice(1);
	i.start(a).then(() => {
		n !== "widget" && i.meta.value && (document.title = `${i.meta.value.title} · bidvit`);
	});
	let o = () => void i.start(location.hash.slice(1));
	return n !== "widget" && window.addEventListener("hashchange", o), () => {
		window.removeEventListener("hashchange", o), F(null, e);
	};
}
function gd({ model: e, el: t }) {
	let n = new md(e);
	t.style.height = `${Number(e.get("height")) || 640}px`;
	let r = hd(t, n, "widget", (t) => {
		e.set("selected_nodes", t), e.save_changes();
	});
	return () => {
		r(), n.close();
	};
}
var _d = document.getElementById("bidvit-explorer");
_d?.dataset.host === "server" ? hd(_d, new pd(), "server") : _d?.dataset.host === "file" && cd(document.getElementById("bidvit-data")?.textContent ?? "").then((e) => hd(_d, e, "file"), (e) => _d.textContent = `The data in this file cannot be read: ${String(e)}`);
var vd = { render: gd };
export { vd as default };
