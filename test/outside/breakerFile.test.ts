/** Each way of configuration has its own file, because the test waits for a minute. */
import { breaker } from '#test/outside/chapters/breaker'
import { play } from '#test/outside/driver/play'

play(breaker, ['file'])
