/**
 * A dialog with fields asks before its edits are lost. `FormDialog` does so by itself; any other dialog must ask, or
 * have a reason not to.
 */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

/** Dialogs with fields whose loss costs nothing. */
const reasons: Readonly<Record<string, string>> = {
  'src/renderer/features/clients/ExportDialog.tsx': 'chooses what is exported, and keeps nothing',
}

const opensDialog = /ui\/overlay\/(?:Dialog|Overlay)\.tsx'/
const hasFields =
  /ui\/form\/(?:Field|TextField|FileSource|ChoiceField|OptionChoice)\.tsx'|ui\/form\/useForm\.ts'|<(?:form|input|textarea)\b/
const asks = /ui\/overlay\/(?:useUnsaved|FormDialog)\.tsx'/

test('every dialog with fields asks before unsaved edits are lost', () => {
  const silent = listFiles('src/renderer')
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('ui/overlay/FormDialog.tsx'))
    .filter((file) => {
      const text = readText(file)
      return opensDialog.test(text) && hasFields.test(text) && !asks.test(text)
    })
  expect(silent).toEqual(Object.keys(reasons))
})

test('a form that keeps its values in useForm hands its submission to a FormDialog, which knows whether it was edited', () => {
  const forms = listFiles('src/renderer').filter((file) => /\buseForm(?:<|\()/.test(readText(file)))
  const unknown = forms.filter((file) => !/FormDialog|useForm\.ts$|useHostForm\.ts$/.test(readText(file) + file))
  expect(unknown).toEqual([])
})
