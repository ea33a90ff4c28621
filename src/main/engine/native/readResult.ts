/** `read_result` reads the result of an earlier call, page by page, if it was too long to be returned whole. */
import { z } from 'zod'
import { callId, callPart, type CallPart, type TextPage } from '#contract/tools/callText'
import { AppError } from '#contract/errors'
import { defineNativeTool, failure, type NativeTool, textResult } from '#engine/native/nativeTool'

export interface ResultReader {
  read(id: string, part: CallPart, offset: number, bytes: number, projectId: string | null): Promise<TextPage>
}

export function readResult(records: ResultReader): NativeTool {
  return defineNativeTool({
    name: 'read_result',
    title: 'Read a long result',
    description:
      'Reads a part of the result of an earlier tool call that was too long to be given whole. ' +
      'Start at offset 0, go on with `next` until it is null, and stop as soon as you have what you need.',
    input: () =>
      z.object({
        call: callId.describe('The id of the call, as the cut result names it'),
        part: callPart.default('result'),
        offset: z.number().int().min(0).default(0).describe('In bytes'),
        bytes: z.number().int().min(256).max(100_000).default(20_000),
      }),
    async call({ call, part, offset, bytes }, { projectId }) {
      try {
        const page = await records.read(call, part, offset, bytes, projectId)
        const { text, ...place } = page
        return textResult(text, { call, part, ...place })
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return failure(thrown.message)
        throw thrown
      }
    },
  })
}
