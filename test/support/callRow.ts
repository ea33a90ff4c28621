/** Makes recorded calls for tests. */
import type { CallRow } from '#engine/store/calls/callStore'

export function recordedCall(own: Pick<CallRow, 'id' | 'runId' | 'startedAt'> & Partial<CallRow>): CallRow {
  return {
    projectId: 'default',
    server: 'git',
    toolName: 'log',
    publicName: 'git__log',
    status: 'succeeded',
    isError: false,
    errorCode: null,
    errorMessage: null,
    durationMs: 3,
    argumentsBytes: 9,
    resultBytes: 17,
    wholeArguments: false,
    wholeResult: false,
    droppedBefore: 0,
    edited: false,
    arguments: '{}',
    result: '{"content":[]}',
    ...own,
  }
}
