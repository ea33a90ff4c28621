/** All chapters, for the table that shows where each scenario is played. */
import { breaker } from '#test/outside/chapters/breaker'
import { concurrency } from '#test/outside/chapters/concurrency'
import { hosted } from '#test/outside/chapters/hosted'
import { kitchen } from '#test/outside/chapters/kitchen'
import { laziness } from '#test/outside/chapters/laziness'
import { ending, lifetime } from '#test/outside/chapters/lifetime'
import { overridden, prefixed, unique } from '#test/outside/chapters/names'
import { outages } from '#test/outside/chapters/outages'
import { pool } from '#test/outside/chapters/pool'
import { projects } from '#test/outside/chapters/projects'
import { remotes } from '#test/outside/chapters/remotes'
import { resources } from '#test/outside/chapters/resources'
import { storage } from '#test/outside/chapters/storage'
import { switches } from '#test/outside/chapters/switches'
import type { Chapter } from '#test/outside/driver/scenario'

export const chapters: readonly Chapter[] = [
  kitchen,
  overridden,
  prefixed,
  unique,
  projects,
  switches,
  resources,
  concurrency,
  pool,
  storage,
  lifetime,
  ending,
  laziness,
  outages,
  remotes,
  hosted,
  breaker,
]
