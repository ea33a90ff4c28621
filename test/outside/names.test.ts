import { overridden, prefixed, unique } from '#test/outside/chapters/names'
import { play } from '#test/outside/driver/play'

for (const chapter of [overridden, prefixed, unique]) play(chapter)
