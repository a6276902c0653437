-- Busy until it is ended: numbers, text, tables and a file now and then.

local function collatz(number)
  local steps = 0
  while number ~= 1 do
    number = number % 2 == 0 and number / 2 or 3 * number + 1
    steps = steps + 1
  end
  return steps
end

local function tally(text)
  local counts, words = {}, {}
  for word in text:gmatch("%S+") do
    counts[word] = (counts[word] or 0) + 1
  end
  for word, count in pairs(counts) do
    words[#words + 1] = word .. ":" .. count
  end
  table.sort(words)
  return table.concat(words, ",")
end

local function turn(start)
  local steps = {}
  for number = 1, 400 do
    steps[number] = collatz(start + number) % 97
  end
  local sink = assert(io.open("/dev/null", "w"))
  sink:write(tally(table.concat(steps, " ")))
  sink:close()
end

io.stdout:write('{"event":"busy"}\n')
io.stdout:flush()
local start = 1
while true do
  turn(start)
  start = start % 100000 + 400
end
