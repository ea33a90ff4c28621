/** The error for one unreadable item of a vault that otherwise works. Setting the item again repairs it. */
import { AppError } from '#contract/errors'
import { isObject } from '#contract/jsonRpc/jsonObject'

export function damagedItem(what: string, problem = 'is damaged, or was changed by another program'): AppError {
  return new AppError('VAULT_UNAVAILABLE', `${what} ${problem}. Set the secret again.`, { data: { damaged: true } })
}

export function isDamagedItem(thrown: unknown): boolean {
  return thrown instanceof AppError && isObject(thrown.data) && thrown.data['damaged'] === true
}
