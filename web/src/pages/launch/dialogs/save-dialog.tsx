import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { useDraft } from './use-draft.ts'

export function SaveDialog({ drafting, onClose }: { drafting: ReturnType<typeof useDraft>; onClose: () => void }) {
  const { draft, save, ads } = drafting
  const [name, setName] = useState(draft?.name ?? '')
  const run = (id?: number) => save.mutate({ id, name: name.trim(), ads: ads() }, { onSuccess: onClose })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save as a draft"
      lead="A draft may be incomplete. Everybody in the company can open and launch it."
      actions={
        <>
          {draft && (
            <Button disabled={save.isPending} onClick={() => run()}>
              Save as another
            </Button>
          )}
          <Button look="main" type="submit" form="save-draft" busy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <Problem error={save.error} />
      <form id="save-draft" onSubmit={(event) => (event.preventDefault(), run(draft?.id))}>
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
