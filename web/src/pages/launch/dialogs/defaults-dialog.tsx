import { useId, useState } from 'react'
import { updateLaunchDefaults, useAccountOptions, useAccounts, useLaunchDefaults } from '../../../data/accounts.ts'
import { refusalIn } from '../../../data/client/refusal.ts'
import { useMay } from '../../../data/session/session.ts'
import { useWrite } from '../../../data/client/write.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { defaultColumns } from '../knowledge.tsx'
import { isOn, useSpeakersFor } from '../names/speakers.ts'
import { namedText, readValue } from '../../../../../client/src/sheet/values.ts'
import { columnNamed, headOf } from '../sheet/columns.ts'
import type { SheetStore } from '../sheet/store.ts'
import { t } from '../../../languages/t.ts'

type Fields = Record<keyof typeof defaultColumns, string>
const fields = Object.keys(defaultColumns) as (keyof typeof defaultColumns)[]

/** What a launch fills in where a cell is empty, by account. */
export function DefaultsDialog({ sheet, onClose }: { sheet: SheetStore; onClose: () => void }) {
  const accounts = useAccountOptions()
  const [account, setAccount] = useState(sheet.content().rows[sheet.active().row]?.cells.account?.trim() ?? '')
  const known = accounts.some(({ value }) => value === account) ? account : ''
  const defaults = useLaunchDefaults(known)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Launch defaults')}
      lead={t('What a launch fills in where a cell is empty.')}
    >
      <SelectField
        label={t('For')}
        value={known}
        onChange={setAccount}
        options={[{ value: '', label: t('The whole company') }, ...accounts]}
      />
      <Answer of={defaults} what={t('the defaults')}>
        {({ defaults: start }) => (
          <DefaultsForm
            key={known}
            account={known}
            start={Object.fromEntries(fields.map((field) => [field, namedText(start[field])])) as Fields}
            wasAsked={start.requireAiDisclosure === true}
            onDone={onClose}
          />
        )}
      </Answer>
    </Dialog>
  )
}

const aiText = t('Every ad must say whether its media are made with AI')

function valueOf(field: keyof typeof defaultColumns, text: string): unknown {
  if (text === '') return null
  return field === 'enhancements' ? readValue(text, columnNamed(defaultColumns[field]).field) : text
}

interface DefaultsFormProps {
  account: string
  start: Fields
  /** Every ad had to say whether its media are made with AI. */
  wasAsked: boolean
  onDone: () => void
}

function DefaultsForm({ account, start, wasAsked, onDone }: DefaultsFormProps) {
  const [values, setValues] = useState(start)
  const [isAsked, setIsAsked] = useState(wasAsked)
  const may = useMay('launch')
  const save = useWrite(updateLaunchDefaults, { done: t('The defaults are saved.'), then: onDone })
  const platform = useAccounts().data?.find(({ id }) => id === account)?.platform
  const shown = fields.filter((field) => !platform || isOn(defaultColumns[field], platform))
  const press = () => {
    const changed = fields.filter((field) => values[field] !== start[field])
    const given = Object.fromEntries(changed.map((field) => [field, valueOf(field, values[field].trim())]))
    const asked = isAsked === wasAsked ? {} : { requireAiDisclosure: isAsked || null }
    save.mutate({ ...(account ? { accountId: account } : {}), ...given, ...asked })
  }
  const issues = refusalIn(save.error)?.issues ?? []
  const problemOf = (field: string) => issues.find(({ path }) => path === field)?.message
  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => (event.preventDefault(), press())}>
      {issues.length === 0 && <Problem error={save.error} />}
      {shown.map((field) => {
        const head = { label: headOf(defaultColumns[field]), value: values[field], problem: problemOf(field) }
        const onChange = (value: string) => setValues({ ...values, [field]: value })
        if (field === 'description')
          return <TextArea key={field} {...head} onChange={({ target }) => onChange(target.value)} />
        return <SuggestingField key={field} {...head} {...{ account, onChange }} column={defaultColumns[field]} />
      })}
      {(!platform || isOn('aiDisclosure', platform)) && (
        <span className="flex items-center gap-2 text-sm">
          <Switch label={aiText} checked={isAsked} disabled={!may} onChange={setIsAsked} />
          {aiText}
        </span>
      )}
      <Button look="main" type="submit" className="self-end" busy={save.isPending} disabled={!may}>
        {t('Save')}
      </Button>
    </form>
  )
}

interface SuggestingFieldProps {
  label: string
  value: string
  problem: string | undefined
  account: string
  column: string
  onChange: (value: string) => void
}

/** A line in which who can speak in the account is proposed by name; what stands in it is the id. */
function SuggestingField({ account, column, value, onChange, ...around }: SuggestingFieldProps) {
  const id = useId()
  const speakers = useSpeakersFor(account)(column)
  const name = speakers.find((one) => one.value === value.trim())?.label
  return (
    <>
      <TextField
        {...around}
        value={value}
        hint={name}
        list={speakers.length > 0 ? id : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {speakers.length > 0 && (
        <datalist id={id}>
          {speakers.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}
