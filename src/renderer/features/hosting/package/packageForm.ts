/**
 * The form of a package in a container: its values, and their conversion to a registration or to errors by field. Pure.
 */
import { type PackageRegistry, type PackageVersion, pathsIn } from '#contract/hosting/package'
import type { IsolationAskedInput, PackageRegistrationInput } from '#contract/hosting/registration'
import { nameOfPackage, readPackage, type WantedPackage } from '#contract/pasted/readPackage'
import {
  checkHost,
  emptyHostForm,
  foldersOf,
  type HostErrors,
  type HostForm,
} from '#renderer/features/hosting/add/hostForm.ts'

export interface PackageForm extends HostForm {
  /** A package name, or a command from a README. */
  readonly text: string
  /** The registry to use if the text is only a package name. */
  readonly registry: PackageRegistry
}

export const emptyPackageForm: PackageForm = { ...emptyHostForm, text: '', registry: 'npm' }

export type PackageErrors = HostErrors & { readonly text?: string }

export type WrittenPackage =
  | { readonly kind: 'empty' }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'package'; readonly wanted: WantedPackage }

export function writtenPackage({ text, registry }: PackageForm): WrittenPackage {
  return text.trim() === '' ? { kind: 'empty' } : readPackage(text, registry)
}

export type CheckedPackage =
  | { readonly ok: true; readonly registration: Omit<PackageRegistrationInput, 'package'> }
  | { readonly ok: false; readonly errors: PackageErrors }

export function checkPackage(form: PackageForm, needsConsent: boolean): CheckedPackage {
  const written = writtenPackage(form)
  const wanted = written.kind === 'package' ? written.wanted : null
  // The image name is only a placeholder for the check: the engine's settings decide the base image.
  const checked = checkHost({ ...form, image: 'package', name: nameFor(form, wanted) }, needsConsent)
  const text = written.kind === 'problem' ? written.message : written.kind === 'empty' ? 'Enter a package.' : undefined
  if (!checked.ok || text !== undefined)
    return { ok: false, errors: { ...(!checked.ok && checked.errors), ...(text !== undefined && { text }) } }
  const { image: _image, ...registration } = checked.registration
  return { ok: true, registration: { ...registration, folders: foldersOf(pathsIn(wanted?.args ?? []), form) } }
}

function nameFor({ name }: PackageForm, wanted: WantedPackage | null): string {
  return name.trim() || (wanted === null ? '' : nameOfPackage(wanted)) || 'package'
}

/** The request to move a server into a container, made from the form. */
export function isolationOf(
  form: PackageForm,
  { version }: PackageVersion,
  paths: readonly string[],
  needsConsent: boolean,
): { readonly ok: true; readonly asked: IsolationAskedInput } | { readonly ok: false; readonly errors: PackageErrors } {
  const checked = checkHost({ ...form, image: 'package', name: 'package' }, needsConsent)
  if (!checked.ok) return checked
  const { volumes, resource_limits, provider, allow_weaker, network } = checked.registration
  return {
    ok: true,
    asked: {
      version,
      folders: foldersOf(paths, form),
      ...(volumes !== undefined && { volumes }),
      ...(resource_limits !== undefined && { resource_limits }),
      ...(provider !== undefined && { provider }),
      ...(allow_weaker !== undefined && { allow_weaker }),
      ...(network !== undefined && { network }),
    },
  }
}
