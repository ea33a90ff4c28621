import { ending, lifetime } from '#test/outside/chapters/lifetime'
import { storage } from '#test/outside/chapters/storage'
import { play } from '#test/outside/driver/play'

for (const chapter of [storage, lifetime, ending]) play(chapter)
