-- Calls that are known, each for so many milliseconds of its thread's time. A request is a line: what, and how long.
local clock, write = os.clock, io.write
local ffi_is_there, ffi = pcall(require, "ffi")
local state = 0

local function burn(ms)
  local till = clock() + ms / 1000
  while clock() < till do
    for i = 1, 500 do
      state = (state * 31 + i) % 1000003
    end
  end
end

local function inner(ms) burn(ms) return 1 end
local function outer(ms) return 1 + inner(ms) end

-- A global, which calls itself.
function descend(depth, ms)
  if depth == 0 then burn(ms) return 0 end
  return 1 + descend(depth - 1, ms)
end

local Account = {}
Account.__index = Account
function Account.__add(left, right) burn(right.ms) return left end
function Account.__call(self) burn(self.ms) return 1 end
function Account.new(ms) return setmetatable({ms = ms}, Account) end
function Account:deposit() burn(self.ms) return 1 end

local function compare(left, right) burn(2) return left < right end

local function sort(ms)
  local till = clock() + ms / 1000
  while clock() < till do table.sort({3, 1, 2}, compare) end
end

local function produce(ms)
  for step = 1, 4 do
    burn(ms / 4)
    coroutine.yield(step)
  end
end

local function consume(ms)
  local next = coroutine.wrap(produce)
  for _ = 1, 4 do next(ms) end
  return 1
end

local function fail(ms) burn(ms) error("as it should") end
local function protect(ms) local ok = pcall(fail, ms) return ok end
local function pass(...) burn((...)) return select("#", ...) end
local function follow(ms) return burn(ms) end

-- Nothing but a loop that is compiled.
local function count(ms)
  local till = clock() + ms / 1000
  local value = 0
  while clock() < till do
    for _ = 1, 2000000 do
      value = value + 1
      value = value % 16777213
    end
  end
  return value
end

-- Stores, so that the compiler notes what runs in between.
local function put(place, value)
  place.a = value
  place.b = place.a % 7 + place.list[value % 16 + 1]
  place.list[value % 16 + 1] = place.b % 5
  place.c = place.a + place.b
end

local function store(ms)
  local till = clock() + ms / 1000
  local place = {a = 1, b = 2, c = 3, list = {}}
  for number = 1, 16 do place.list[number] = number end
  while clock() < till do
    for number = 1, 1000000 do put(place, number) end
  end
  return place.c
end

local function native(ms)
  local till = clock() + ms / 1000
  local text
  while clock() < till do text = string.rep("known", 200000) end
  return #text
end

local function call_back(ms)
  if not ffi_is_there then return burn(ms) end
  pcall(ffi.cdef, "void qsort(void *base, size_t count, size_t size, int (*compare)(const int *, const int *));")
  local values = ffi.new("int[2]", 2, 1)
  local order = ffi.cast("int (*)(const int *, const int *)", function(left, right) burn(ms) return left[0] - right[0] end)
  ffi.C.qsort(values, 2, 4, order)
  order:free()
  return 1
end

local ACTIONS = {
  spin = outer,
  descend = function(ms) return descend(40, ms) end,
  method = function(ms) return (Account.new(ms):deposit()) end,
  add = function(ms) local sum = Account.new(ms) + Account.new(ms) return sum end,
  call = function(ms) return (Account.new(ms)()) end,
  sort = sort,
  generate = consume,
  protect = protect,
  pass = function(ms) return (pass(ms, 2, 3)) end,
  follow = function(ms) return (follow(ms)) end,
  count = count,
  store = store,
  native = native,
  callback = call_back,
}

local function obey(what, ms)
  local result = ACTIONS[what](ms)
  return result
end

for line in io.lines() do
  local what, ms = line:match("^(%w+) (%d+)$")
  obey(what, tonumber(ms))
  write("done\n")
  io.flush()
end
