/** A separate file for each way: a minute has to pass. */
import { breaker } from '#test/outside/chapters/breaker'
import { play } from '#test/outside/driver/play'

play(breaker, ['file'])
