import { resources } from '#test/outside/chapters/resources'
import { switches } from '#test/outside/chapters/switches'
import { play } from '#test/outside/driver/play'

for (const chapter of [switches, resources]) play(chapter)
