import { useState } from 'react'
import { updateLaunchDefaults, useAccountOptions, useLaunchDefaults } from '../../../data/accounts.ts'
import { refusalIn } from '../../../data/client/refusal.ts'
import { useMay } from '../../../data/session/session.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { defaultColumns } from '../knowledge.tsx'
import { namedText, readValue } from '../../../../../client/src/sheet/values.ts'
import { columnNamed, headOf } from '../sheet/columns.ts'
import type { SheetStore } from '../sheet/store.ts'

type Fields = Record<keyof typeof defaultColumns, string>
const fields = Object.keys(defaultColumns) as (keyof typeof defaultColumns)[]

/** What a launch fills in where a cell is empty, by account. */
export function DefaultsDialog({ sheet, onClose }: { sheet: SheetStore; onClose: () => void }) {
  const accounts = useAccountOptions()
  const [account, setAccount] = useState(sheet.content().rows[sheet.active().row]?.cells.account?.trim() ?? '')
  const known = accounts.some(({ value }) => value === account) ? account : ''
  const defaults = useLaunchDefaults(known)
  return (
    <Dialog open onClose={onClose} title="Launch defaults" lead="What a launch fills in where a cell is empty.">
      <SelectField
        label="For"
        value={known}
        onChange={setAccount}
        options={[{ value: '', label: 'The whole company' }, ...accounts]}
      />
      <Answer of={defaults} what="the defaults">
        {({ defaults: start }) => (
          <DefaultsForm
            key={known}
            account={known}
            start={Object.fromEntries(fields.map((field) => [field, namedText(start[field])])) as Fields}
            onDone={onClose}
          />
        )}
      </Answer>
    </Dialog>
  )
}

function valueOf(field: keyof typeof defaultColumns, text: string): unknown {
  if (text === '') return null
  return field === 'enhancements' ? readValue(text, columnNamed(defaultColumns[field]).field) : text
}

function DefaultsForm({ account, start, onDone }: { account: string; start: Fields; onDone: () => void }) {
  const [values, setValues] = useState(start)
  const may = useMay('launch')
  const save = useWrite(updateLaunchDefaults, { done: 'The defaults are saved.', then: onDone })
  const press = () => {
    const changed = fields.filter((field) => values[field] !== start[field])
    const given = Object.fromEntries(changed.map((field) => [field, valueOf(field, values[field].trim())]))
    save.mutate({ ...(account ? { accountId: account } : {}), ...given })
  }
  const issues = refusalIn(save.error)?.issues ?? []
  const problemOf = (field: string) => issues.find(({ path }) => path === field)?.message
  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => (event.preventDefault(), press())}>
      {issues.length === 0 && <Problem error={save.error} />}
      {fields.map((field) => {
        const Control = field === 'description' ? TextArea : TextField
        return (
          <Control
            key={field}
            label={headOf(defaultColumns[field])}
            value={values[field]}
            problem={problemOf(field)}
            onChange={(event) => setValues({ ...values, [field]: event.target.value })}
          />
        )
      })}
      <Button look="main" type="submit" className="self-end" busy={save.isPending} disabled={!may}>
        Save
      </Button>
    </form>
  )
}
