import { describe, expect, it } from 'vitest'
import { newProject, projectPatch } from '#contract/project'

/** Catches a prefix that is accepted and then altered in every name built with it. */
describe('a prefix', () => {
  it.each([
    '{server}__{tool}',
    '{server}-{tool}',
    '{tool}_of_{server}',
    'mcp_{server}_{tool}',
    '{tool}-at-{server}-here',
  ])('%s is accepted, by every way to set it', (prefix) => {
    expect(newProject.parse({ name: 'Work', prefix }).prefix).toBe(prefix)
    expect(projectPatch.parse({ prefix }).prefix).toBe(prefix)
  })

  it.each([
    ['{server}.{tool}', 'letters, digits'],
    ['{server}/{tool}', 'letters, digits'],
    ['{server} {tool}', 'letters, digits'],
    ['{server}:{tool}', 'letters, digits'],
    ['{tool}@{server}', 'letters, digits'],
    ['ä{server}_{tool}', 'letters, digits'],
    ['{server}{tool}', 'between them'],
    ['my_{tool}', '{server} and {tool} once each'],
    ['{server}_', '{server} and {tool} once each'],
    ['{server}_{tool}_{tool}', 'once each'],
    ['{server}_{server}_{tool}', 'once each'],
    ['', '{server} and {tool} once each'],
    [`${'x'.repeat(40)}{server}_{tool}`, 'at most 40 characters'],
  ])('%j is refused with what is allowed', (prefix, allowed) => {
    for (const parsed of [newProject.safeParse({ name: 'Work', prefix }), projectPatch.safeParse({ prefix })])
      expect(parsed.error?.issues.map(({ message }) => message).join()).toContain(allowed)
  })
})
