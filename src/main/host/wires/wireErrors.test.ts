import { ORPCError } from '@orpc/server'
import { expect, test } from 'vitest'
import { AppError, errorCodes } from '#contract/errors'
import type { ErrorCode } from '#contract/errors'
import { toAppError, toReadingError, toWireError } from '#main/host/wires/wireErrors'

test.each(Object.keys(errorCodes) as ErrorCode[])('%s keeps code, status, message and data', (code) => {
  const wire = toWireError(toAppError(new AppError(code, 'in words', { data: { a: 1 } })))
  expect(wire.toJSON()).toEqual({ defined: false, code, status: errorCodes[code], message: 'in words', data: { a: 1 } })
})

test('an internal error is sent without its text, which may contain a secret, and keeps its cause for the log', () => {
  const fault = new TypeError('cannot read hunter2')
  const error = toAppError(fault)
  expect(error.code).toBe('INTERNAL')
  expect(JSON.stringify(toWireError(error).toJSON())).not.toContain('hunter2')
  expect(error.cause).toBe(fault)
})

test('refused input names the field, so that forms and people can use it', () => {
  const issues = [{ message: 'a command is needed', path: ['launch', 'command'] }]
  const error = toAppError(new ORPCError('BAD_REQUEST', { message: 'Input validation failed', data: { issues } }))
  expect(error.code).toBe('INVALID_INPUT')
  expect(error.message).toBe('launch.command: a command is needed')
  expect(error.data).toEqual({ issues: [{ path: 'launch.command', message: 'a command is needed' }] })
})

test("an invalid output is an internal error, not the caller's", () => {
  const error = toAppError(new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Output validation failed' }))
  expect(error.code).toBe('INTERNAL')
})

test("a body that cannot be parsed is the caller's error", () => {
  expect(toReadingError(new SyntaxError('Unexpected token')).code).toBe('INVALID_INPUT')
  expect(toReadingError(new ORPCError('PAYLOAD_TOO_LARGE')).code).toBe('INVALID_INPUT')
})
