/*
 * Declares every map that several probes have: includes every header with one. The engine is loaded first, and the
 * probes are loaded with the maps that it made.
 */
#include "call_timing.h"
#include "exchanges.h"
#include "exit_slots.h"
#include "path_text.h"
#include "sockets.h"
#include "stack_events.h"
#include "switch_slots.h"
#include "target_set.h"
#include "thread_times.h"
#include "fast_calls.h"
#include "fast_transfers.h"
#include "waits.h"
