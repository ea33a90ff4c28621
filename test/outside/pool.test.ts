import { concurrency } from '#test/outside/chapters/concurrency'
import { pool } from '#test/outside/chapters/pool'
import { projects } from '#test/outside/chapters/projects'
import { play } from '#test/outside/driver/play'

for (const chapter of [projects, concurrency, pool]) play(chapter)
