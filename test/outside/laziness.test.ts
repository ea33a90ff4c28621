import { laziness } from '#test/outside/chapters/laziness'
import { play } from '#test/outside/driver/play'

play(laziness)
