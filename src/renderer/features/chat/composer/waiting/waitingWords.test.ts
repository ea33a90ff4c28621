/**
 * Catches a message that is announced as sent although the turn was stopped, and attachments that are not mentioned.
 */
import { describe, expect, test } from 'vitest'
import type { RunState, WaitingPart } from '#contract/chat/chat'
import { waitingFiles, waitingText, waitingTitle } from '#renderer/features/chat/composer/waiting/waitingWords.ts'

const file = (name: string): WaitingPart => ({
  kind: 'attachment',
  attachmentId: name,
  name,
  mediaType: 'text/plain',
  bytes: 1,
})

describe('a message that waits', () => {
  test.each<[RunState, string]>([
    [{ kind: 'streaming', since: 0, step: 1 }, 'Will be sent when this turn ends'],
    [{ kind: 'waiting', since: 0, questionIds: ['q'] }, 'Will be sent when this turn ends'],
    [{ kind: 'stopping', since: 0 }, 'Not sent yet'],
    [{ kind: 'idle' }, 'Not sent: the turn did not finish'],
    [{ kind: 'interrupted', toolUseIds: [] }, 'Not sent: the turn did not finish'],
  ])('%j: %s', (run, title) => expect(waitingTitle(run)).toBe(title))

  test('shows its texts one below the other', () => {
    expect(waitingText([{ kind: 'text', text: 'a' }, file('b.txt'), { kind: 'text', text: 'c' }])).toBe('a\n\nc')
  })

  test.each<[WaitingPart[], string | null]>([
    [[{ kind: 'text', text: 'a' }], null],
    [[file('b.txt')], 'b.txt'],
    [[{ kind: 'resource', uri: 'resource://git/a' }], 'resource://git/a'],
    [[file('b.txt'), file('c.txt')], '2 attachments'],
  ])('names its attachments: %j', (parts, text) => expect(waitingFiles(parts)).toBe(text))
})
