/** The description of the REST wire, generated from the contract when it is first asked for. */
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '#contract/contract'
import { restPrefix } from '#main/host/wires/restPrefix'

export async function describeRest(version: string): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(contract, {
    info: { title: 'Switchboard', version },
    servers: [{ url: restPrefix }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  })
  return JSON.stringify(document)
}
