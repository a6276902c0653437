# Busy until it is ended: numbers, text, hashes and a file now and then.

require "json"

def collatz(number)
  steps = 0
  until number == 1
    number = number.even? ? number / 2 : 3 * number + 1
    steps += 1
  end
  steps
end

def tally(text)
  counts = Hash.new(0)
  text.split.each { |word| counts[word] += 1 }
  JSON.generate(counts.sort)
end

def turn(start)
  steps = (1..400).map { |number| collatz(start + number) }
  File.write("/dev/null", tally(steps.map { |step| (step % 97).to_s }.join(" ")))
end

puts '{"event":"busy"}'
$stdout.flush
start = 1
loop do
  turn(start)
  start = start % 100_000 + 400
end
