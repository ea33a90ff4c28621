/** The description of the REST wire, generated from the contract at the first request. */
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '#contract/contract'
import { backupPath } from '#contract/hosting/paths'
import { restPrefix } from '#main/host/wires/restPrefix'

/** The backup route, which is served beside the contract: a tar, streamed. */
const backup = {
  operationId: 'hosting.backup',
  tags: ['hosting'],
  summary: 'The files of a volume, as a tar',
  parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: {
      description: 'OK',
      content: { 'application/x-tar': { schema: { type: 'string', contentMediaType: 'application/x-tar' } } },
    },
  },
} as const

export async function describeRest(version: string): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(contract, {
    info: { title: 'Switchboard', version },
    servers: [{ url: restPrefix }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  })
  return JSON.stringify({ ...document, paths: { ...document.paths, [backupPath]: { get: backup } } })
}
