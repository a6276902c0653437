# A Ruby target for the tests: does what each line of its input says, and answers `done`.

def used
  Process.clock_gettime(Process::CLOCK_THREAD_CPUTIME_ID, :float_millisecond)
end

def burn(ms)
  finish = used + ms
  while used < finish
    count = 0
    count += 1 while count < 300
  end
end

def inner(ms)
  burn(ms)
end

def outer(ms)
  inner(ms)
end

def descend(depth, ms)
  depth.zero? ? burn(ms) : descend(depth - 1, ms)
end

def order(ms)
  [3, 1, 2, 4].sort_by do |value|
    burn(ms / 4.0)
    -value
  end
end

def rescued(ms)
  raise "it is caught"
rescue RuntimeError
  burn(ms)
end

def called(ms)
  work = ->(time) { burn(time) }
  work.call(ms)
end

def fiber(ms)
  Fiber.new { burn(ms) }.resume
end

def count(ms)
  finish = used + ms
  while used < finish
    value = 0
    while value < 3000
      value += 1
    end
  end
end

class Service
  def handle(ms)
    burn(ms)
  end

  def self.build(ms)
    new.handle(ms)
  end
end

def obey(name, *rest)
  numbers = rest.map(&:to_i)
  case name
  when "thread" then Thread.new { obey(*rest) }.join
  when "fork" then Process.wait(fork { obey(*rest) })
  when "handle" then Service.build(*numbers)
  when "nap" then sleep(numbers.first / 1000.0)
  else send(name, *numbers)
  end
end

while (line = $stdin.gets)
  obey(*line.split)
  $stdout.puts "done"
  $stdout.flush
end
