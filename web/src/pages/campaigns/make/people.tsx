import { issueAt } from '../../../data/client/refusal.ts'
import { TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { t } from '../../../languages/t.ts'

export interface PeopleWish {
  youngest: string
  oldest: string
  gender: string
}

export const everybody: PeopleWish = { youngest: '', oldest: '', gender: '' }

const genders = [
  { value: '', label: t('Everybody') },
  { value: '2', label: t('Women') },
  { value: '1', label: t('Men') },
]

interface PeopleProps {
  wish: PeopleWish
  onChange: (wish: PeopleWish) => void
  error: unknown
}

/** Whom ads are shown to. */
export function People({ wish, onChange, error }: PeopleProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        label={t('Shown to')}
        options={genders}
        value={wish.gender}
        problem={issueAt(error, 'targeting.genders')}
        onChange={(gender) => onChange({ ...wish, gender })}
      />
      <TextField
        label={t('From age')}
        inputMode="numeric"
        placeholder="18"
        value={wish.youngest}
        problem={issueAt(error, 'targeting.age_min')}
        onChange={(event) => onChange({ ...wish, youngest: event.target.value })}
      />
      <TextField
        label={t('To age')}
        inputMode="numeric"
        placeholder={t('65 and above')}
        value={wish.oldest}
        problem={issueAt(error, 'targeting.age_max')}
        onChange={(event) => onChange({ ...wish, oldest: event.target.value })}
      />
    </div>
  )
}

/** In the platform's own words; undefined: everybody. What is no number goes as it was written, and comes back as a problem. */
export function targetingOf({ youngest, oldest, gender }: PeopleWish): Record<string, unknown> | undefined {
  const age = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : text)
  const found = {
    ...(youngest.trim() && { age_min: age(youngest) }),
    ...(oldest.trim() && { age_max: age(oldest) }),
    ...(gender && { genders: [Number(gender)] }),
  }
  return Object.keys(found).length > 0 ? found : undefined
}
