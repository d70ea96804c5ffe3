// Repair of samplers' answers: of vertices that are joined to each other, the worst leave.
#pragma once

#include "problems.hpp"

namespace bidvit::BIDVIT_ISA {

void drop_conflicts(DropTask& task);

}  // namespace bidvit::BIDVIT_ISA
