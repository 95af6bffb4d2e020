import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FlightdeckError } from '../../../../../client/src/index.ts'
import { useAccounts } from '../../../data/accounts.tsx'
import { flightdeck } from '../../../data/flightdeck.ts'
import { useMay } from '../../../data/session.ts'
import { useWrite } from '../../../data/write.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx'
import { Loading } from '../../../ui/page.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { defaultColumns, defaultsQuery } from '../knowledge.tsx'
import { headOf } from '../sheet/columns.ts'
import type { SheetStore } from '../sheet/store.ts'

type Fields = Record<keyof typeof defaultColumns, string>
const fields = Object.keys(defaultColumns) as (keyof typeof defaultColumns)[]

/** What a launch fills in where a cell is empty, by account. */
export function DefaultsDialog({ sheet, onClose }: { sheet: SheetStore; onClose: () => void }) {
  const accounts = useAccounts().data ?? []
  const [account, setAccount] = useState(sheet.content().rows[sheet.active().row]?.cells.account?.trim() ?? '')
  const known = accounts.some(({ id }) => id === account) ? account : ''
  const defaults = useQuery(defaultsQuery(known))
  return (
    <Dialog open onClose={onClose} title="Launch defaults" lead="What a launch fills in where a cell is empty.">
      <SelectField
        label="For"
        value={known}
        onChange={setAccount}
        options={[
          { value: '', label: 'The whole company' },
          ...accounts.map(({ id, name, platform }) => ({ value: id, label: `${name} · ${platform}` })),
        ]}
      />
      {defaults.isPending && <Loading what="the defaults" />}
      {defaults.error && <Problem error={defaults.error} />}
      {defaults.data && (
        <DefaultsForm
          key={known}
          account={known}
          start={Object.fromEntries(fields.map((field) => [field, defaults.data.defaults[field] ?? ''])) as Fields}
          onDone={onClose}
        />
      )}
    </Dialog>
  )
}

function DefaultsForm({ account, start, onDone }: { account: string; start: Fields; onDone: () => void }) {
  const [values, setValues] = useState(start)
  const may = useMay('launch')
  const save = useWrite({
    run: () => {
      const changed = fields.filter((field) => values[field] !== start[field])
      const given = Object.fromEntries(changed.map((field) => [field, values[field].trim() || null]))
      return flightdeck.updateLaunchDefaults({ ...(account ? { accountId: account } : {}), ...given })
    },
    done: 'The defaults are saved.',
    ages: ['accounts'],
    then: onDone,
  })
  const issues = save.error instanceof FlightdeckError ? save.error.issues : []
  const problemOf = (field: string) => issues.find(({ path }) => path === field)?.message
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      {save.error && issues.length === 0 && <Problem error={save.error} />}
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
