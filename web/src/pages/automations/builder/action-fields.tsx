import { required } from '../../../../../client/src/required.ts'
import { useDrafts } from '../../../data/launch/drafts.ts'
import { TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import type { Action } from './draft.ts'
import { useEditing } from './editing.tsx'
import { Graduated } from './graduated.tsx'
import { NumberField } from './inputs.tsx'
import { inSentence, t } from '../../../languages/t.ts'

interface Props {
  path: string
  value: Action
  mark: (field: string) => object
}

/** What an action needs to know. */
export function ActionFields(props: Props) {
  switch (props.value.action) {
    case 'setBudget':
      return <Budget {...props} kinds={{ amount: t('to'), monthlyTarget: t('so that the month ends at') }} />
    case 'changeBudget':
      return <Budget {...props} kinds={{ percent: t('by per cent'), amount: t('by an amount') }} />
    case 'duplicate':
      return <Amount {...props} name="copies" label={t('Copies')} />
    case 'rename':
      return (
        <Text
          {...props}
          name="name"
          label={t('New name')}
          hint={t('{name} is the old name, {date} the day', { name: '{name}', date: '{date}' })}
        />
      )
    case 'label':
      return <Text {...props} name="label" label={t('Label')} />
    case 'notify':
      return <Text {...props} name="message" label={t('Message')} hint={t('what to say beside the numbers')} />
    case 'launchDraft':
      return <DraftPicker {...props} />
    case 'graduate':
      return <Graduated {...props} />
    case 'addNegative':
      return <MatchType {...props} />
    default:
      return null
  }
}

interface One extends Props {
  name: string
  label: string
  hint?: string
}

function Text({ path, value, mark, name, label, hint }: One) {
  const { set } = useEditing()
  return (
    <div className="min-w-48 flex-1">
      <TextField
        label={label}
        hideLabel
        placeholder={hint ?? inSentence(label)}
        value={String(value[name] ?? '')}
        onChange={({ target }) => set(`${path}.${name}`, target.value || undefined)}
        {...mark(name)}
      />
    </div>
  )
}

function Amount({ path, value, mark, name, label, hint }: One) {
  const { set } = useEditing()
  return (
    <div className="flex items-center gap-1.5">
      <span className="text-[13px] text-muted" aria-hidden>
        {inSentence(label)}
      </span>
      <div className="w-24">
        <NumberField
          label={label}
          hideLabel
          placeholder={hint}
          value={value[name]}
          onChange={(next) => set(`${path}.${name}`, next)}
          {...mark(name)}
        />
      </div>
    </div>
  )
}

/** One of two ways to say the new budget, and the bounds that it keeps. */
function Budget({ path, value, mark, kinds }: Props & { kinds: Record<string, string> }) {
  const { set } = useEditing()
  const names = Object.keys(kinds)
  const chosen = required(names.find((name) => value[name] !== undefined) ?? names[0], 'way to say the budget')
  const choose = (next: string) => {
    const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
    set(path, { ...rest, [next]: value[chosen] ?? 10 })
  }
  return (
    <>
      <div className="w-44">
        <SelectField
          label={t('How the budget is said')}
          hideLabel
          options={Object.entries(kinds).map(([name, label]) => ({ value: name, label }))}
          value={chosen}
          onChange={choose}
        />
      </div>
      <div className="w-24">
        <NumberField
          label={t('Amount')}
          hideLabel
          value={value[chosen]}
          onChange={(next) => set(`${path}.${chosen}`, next)}
          {...mark(chosen)}
        />
      </div>
      <Amount {...{ path, value, mark }} name="min" label={t('At least')} hint={t('no bound')} />
      <Amount {...{ path, value, mark }} name="max" label={t('At most')} hint={t('no bound')} />
    </>
  )
}

function DraftPicker({ path, value, mark }: Props) {
  const { set } = useEditing()
  const drafts = useDrafts()
  const options = (drafts.data?.data ?? []).map(({ id, name }) => ({
    value: String(id),
    label: name ?? t('Draft {id}', { id }),
  }))
  const known = options.some((option) => option.value === String(value.draftId))
  const own =
    value.draftId === undefined || known
      ? []
      : [{ value: String(value.draftId), label: t('Draft {draftId}', { draftId: String(value.draftId) }) }]
  return (
    <div className="w-60 max-w-full">
      <SelectField
        label={t('Draft')}
        hideLabel
        options={[{ value: '', label: t('choose a draft …') }, ...own, ...options]}
        value={String(value.draftId ?? '')}
        onChange={(next) => set(`${path}.draftId`, next === '' ? undefined : Number(next))}
        {...mark('draftId')}
      />
    </div>
  )
}

const matchTypes = [
  { value: 'exact', label: t('exact match') },
  { value: 'phrase', label: t('phrase match') },
  { value: 'broad', label: t('broad match') },
]

function MatchType({ path, value, mark }: Props) {
  const { set } = useEditing()
  return (
    <div className="w-36">
      <SelectField
        label={t('Match type')}
        hideLabel
        options={matchTypes}
        value={String(value.matchType ?? 'exact')}
        onChange={(next) => set(`${path}.matchType`, next)}
        {...mark('matchType')}
      />
    </div>
  )
}
