import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { usePlaces } from '../../../data/campaigns/making.ts'
import type { Place, PlaceKind } from '../../../data/campaigns/making.ts'
import { Failed } from '../../../ui/answer.tsx'
import { TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { t } from '../../../languages/t.ts'

const kinds: { value: Exclude<PlaceKind, 'interest'>; label: string }[] = [
  { value: 'country', label: t('Country') },
  { value: 'region', label: t('Region') },
  { value: 'city', label: t('City') },
  { value: 'zip', label: t('Postal code') },
]

interface PlacesProps {
  chosen: readonly Place[]
  problem: string | undefined
  onChange: (places: readonly Place[]) => void
}

/** Where ads are shown: places are looked up by name at the platform, and chosen. */
export function Places({ chosen, problem, onChange }: PlacesProps) {
  const [kind, setKind] = useState<PlaceKind>('country')
  const [typed, setTyped] = useState('')
  const places = usePlaces(useDeferredValue(typed.trim()), kind)
  const found = (places.data ?? []).filter(
    ({ key, type }) => !chosen.some((each) => each.key === key && each.type === type),
  )
  const take = (place: Place) => {
    onChange([...chosen, { ...place, type: kind }])
    setTyped('')
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-[13px] font-medium">{t('Where ads are shown')}</legend>
      {chosen.length === 0 ? (
        <p className="text-muted">{t('In the United States, unless you choose other places.')}</p>
      ) : (
        <ul aria-label={t('Chosen places')} className="flex flex-wrap gap-1.5">
          {chosen.map((place) => (
            <li key={`${place.type} ${place.key}`}>
              <button
                type="button"
                aria-label={t('{name}: leave it out', { name: place.name })}
                className="inline-flex items-center gap-1 rounded-md border bg-raised px-2 py-1 hover:border-bad"
                onClick={() => onChange(chosen.filter((each) => each !== place))}
              >
                {place.name} <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-2 sm:grid-cols-[10rem_1fr]">
        <SelectField
          label={t('Kind of place')}
          hideLabel
          options={kinds}
          value={kind}
          onChange={(word) => setKind(word as PlaceKind)}
        />
        <TextField
          label={t('Add a place')}
          hideLabel
          type="search"
          placeholder={t('Name of the place …')}
          value={typed}
          problem={problem}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {typed.trim().length > 1 && (
        <ul aria-label={t('Places of that name')} className="flex flex-col rounded-md border">
          {found.map((place) => (
            <li key={place.key}>
              <button
                type="button"
                className="w-full px-2.5 py-1.5 text-left hover:bg-raised"
                onClick={() => take(place)}
              >
                {place.name} <span className="text-muted">{place.countryCode ?? ''}</span>
              </button>
            </li>
          ))}
          {places.data && found.length === 0 && (
            <li className="px-2.5 py-1.5 text-muted">{t('No place is called that.')}</li>
          )}
        </ul>
      )}
      <Failed of={[places]} />
    </fieldset>
  )
}

/** As an ad set takes them; undefined: none were chosen. */
export function locationOf(places: readonly Place[]): Record<string, unknown> | undefined {
  if (places.length === 0) return undefined
  const of = (kind: PlaceKind) => places.filter(({ type }) => type === kind)
  const lists = {
    countries: of('country').map(({ key }) => key),
    regions: of('region').map(({ key }) => ({ key })),
    cities: of('city').map(({ key }) => ({ key })),
    zips: of('zip').map(({ key }) => key),
  }
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}
