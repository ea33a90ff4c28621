/**
 * Each way of configuration has its own file, so that the two tests, which wait for a minute, can run at the same time.
 */
import { breaker } from '#test/outside/chapters/breaker'
import { play } from '#test/outside/driver/play'

play(breaker, ['added'])
