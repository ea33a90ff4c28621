import { kitchen } from '#test/outside/chapters/kitchen'
import { play } from '#test/outside/driver/play'

play(kitchen)
