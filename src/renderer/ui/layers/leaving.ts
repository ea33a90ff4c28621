/** Forms with unsaved edits. Everything that would close such a form asks it first. */

export interface EditedForm {
  /** Whether closing the form would lose edits. */
  isEdited(): boolean
  /** Asks the person. Calls `leave` if the edits were saved or given up. */
  ask(leave: () => void): void
}

export interface Leaving {
  /** Returns a function to call once the form is gone. */
  watch(form: EditedForm): () => void
  /** Runs `act` immediately, or after every edited form has been asked, the topmost first. */
  leave(act: () => void): void
}

export function createLeaving(): Leaving {
  const forms: EditedForm[] = []
  const leaveBut = (asked: ReadonlySet<EditedForm>, act: () => void): void => {
    const edited = forms.findLast((form) => !asked.has(form) && form.isEdited())
    if (edited === undefined) act()
    else edited.ask(() => leaveBut(new Set([...asked, edited]), act))
  }
  return {
    watch(form) {
      forms.push(form)
      return () => void forms.splice(forms.indexOf(form), 1)
    },
    leave: (act) => leaveBut(new Set(), act),
  }
}
