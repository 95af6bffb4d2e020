import type { Place } from '../../../data/campaigns/making.ts'
import { issueAt } from '../../../data/client/refusal.ts'
import { TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { LookedUp } from './looked-up.tsx'
import { t } from '../../../languages/t.ts'

export interface PeopleWish {
  youngest: string
  oldest: string
  gender: string
  interests: readonly Place[]
  /** Ids of audiences: only people in one of these, and nobody in those. */
  audiences: readonly string[]
  excluded: readonly string[]
  /** None: wherever the platform likes. */
  networks: readonly string[]
  /** Of the networks that are kept to some of their positions. */
  positions: Readonly<Record<string, readonly string[]>>
  /** None: on any. */
  devices: readonly string[]
}

export const everybody: PeopleWish = {
  youngest: '',
  oldest: '',
  gender: '',
  interests: [],
  audiences: [],
  excluded: [],
  networks: [],
  positions: {},
  devices: [],
}

const genders = [
  { value: '', label: t('Everybody') },
  { value: '2', label: t('Women') },
  { value: '1', label: t('Men') },
]

export interface PeopleProps {
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

/** In the platform's own words; undefined: everybody. What is no number goes as it was written, and comes back as a problem. */
export function targetingOf(wish: PeopleWish): Record<string, unknown> | undefined {
  const { youngest, oldest, gender, interests, audiences, excluded, networks, positions, devices } = wish
  const age = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : text)
  const kept: Record<string, unknown> = Object.fromEntries(
    networks.flatMap((name) => (positions[name]?.length ? [[`${name}_positions`, positions[name]] as const] : [])),
  )
  const byId = (ids: readonly string[]) => ids.map((id) => ({ id }))
  const found = {
    ...(youngest.trim() && { age_min: age(youngest) }),
    ...(oldest.trim() && { age_max: age(oldest) }),
    ...(gender && { genders: [Number(gender)] }),
    ...(interests.length > 0 && {
      flexible_spec: [{ interests: interests.map(({ key: id, name }) => ({ id, name })) }],
    }),
    ...(audiences.length > 0 && { custom_audiences: byId(audiences) }),
    ...(excluded.length > 0 && { excluded_custom_audiences: byId(excluded) }),
    ...(networks.length > 0 && { publisher_platforms: networks }),
    ...kept,
    ...(devices.length > 0 && { device_platforms: devices }),
  }
  return Object.keys(found).length > 0 ? found : undefined
}
