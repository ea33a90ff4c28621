import { outages } from '#test/outside/chapters/outages'
import { remotes } from '#test/outside/chapters/remotes'
import { play } from '#test/outside/driver/play'

for (const chapter of [outages, remotes]) play(chapter)
