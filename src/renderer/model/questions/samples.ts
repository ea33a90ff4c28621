/** Questions for tests. */
import type { ApprovalBody, Question } from '#contract/question'

export function anApproval(change: Partial<ApprovalBody> = {}): ApprovalBody {
  return {
    kind: 'approval',
    tool: {
      publicName: 'write',
      server: 'files',
      name: 'write',
      title: null,
      description: '',
      inputSchema: { type: 'object' },
      annotations: undefined,
      trusted: false,
    },
    arguments: {},
    reason: 'notReadOnly',
    change: null,
    ...change,
  }
}

export function aQuestion(id: string, change: Partial<Question> = {}): Question {
  return {
    id,
    askedAt: 0,
    expiresAt: null,
    conversationId: null,
    projectId: null,
    caller: { kind: 'client', name: 'Cursor' },
    body: anApproval(),
    ...change,
  }
}
