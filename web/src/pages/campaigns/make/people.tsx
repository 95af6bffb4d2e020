import type { Place } from '../../../data/campaigns/making.ts'
import { issueAt } from '../../../data/client/refusal.ts'
import { platformOf } from '../../../data/platforms.ts'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { LookedUp } from './looked-up.tsx'
import { t } from '../../../languages/t.ts'

export interface PeopleWish {
  youngest: string
  oldest: string
  gender: string
  interests: readonly Place[]
  /** None: wherever the platform likes. */
  networks: readonly string[]
}

export const everybody: PeopleWish = { youngest: '', oldest: '', gender: '', interests: [], networks: [] }

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

/** What people care for: any one of these is enough. */
export function Interests({ wish, onChange, error }: PeopleProps) {
  const words = {
    legend: t('What they care for'),
    none: t('Anything, unless you choose interests.'),
    chosen: t('Chosen interests'),
    add: t('Add an interest'),
    placeholder: t('Name of the interest …'),
    found: t('Interests of that name'),
    nothing: t('No interest is called that.'),
  }
  const problem = issueAt(error, 'targeting.flexible_spec')
  const choose = (interests: readonly Place[]) => onChange({ ...wish, interests })
  return <LookedUp {...{ words, kind: 'interest' as const, chosen: wish.interests, problem, onChange: choose }} />
}

/** On which networks ads are seen, where the platform has several. */
export function Networks({ wish, onChange, error, platform }: PeopleProps & { platform: string }) {
  const { networks } = platformOf(platform)
  const problem = issueAt(error, 'targeting.publisher_platforms')
  if (networks.length === 0) return null
  const { networks: chosen } = wish
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-[13px] font-medium">{t('Where they see them')}</legend>
      {chosen.length === 0 && (
        <p className="text-muted">{t('Wherever the platform expects most, unless you choose networks.')}</p>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {networks.map(({ name, title }) => (
          <Checkbox
            key={name}
            label={title}
            checked={chosen.includes(name)}
            onChange={({ target }) =>
              onChange({
                ...wish,
                networks: target.checked ? [...chosen, name] : chosen.filter((each) => each !== name),
              })
            }
          />
        ))}
      </div>
      {problem && <p className="text-bad">{problem}</p>}
    </fieldset>
  )
}

/** In the platform's own words; undefined: everybody. What is no number goes as it was written, and comes back as a problem. */
export function targetingOf({
  youngest,
  oldest,
  gender,
  interests,
  networks,
}: PeopleWish): Record<string, unknown> | undefined {
  const age = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : text)
  const found = {
    ...(youngest.trim() && { age_min: age(youngest) }),
    ...(oldest.trim() && { age_max: age(oldest) }),
    ...(gender && { genders: [Number(gender)] }),
    ...(interests.length > 0 && {
      flexible_spec: [{ interests: interests.map(({ key: id, name }) => ({ id, name })) }],
    }),
    ...(networks.length > 0 && { publisher_platforms: networks }),
  }
  return Object.keys(found).length > 0 ? found : undefined
}
