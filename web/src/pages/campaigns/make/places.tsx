import { useState } from 'react'
import type { Place, PlaceKind } from '../../../data/campaigns/making.ts'
import { SelectField } from '../../../ui/select.tsx'
import { LookedUp } from './looked-up.tsx'
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
  const words = {
    legend: t('Where ads are shown'),
    none: t('In the United States, unless you choose other places.'),
    chosen: t('Chosen places'),
    add: t('Add a place'),
    placeholder: t('Name of the place …'),
    found: t('Places of that name'),
    nothing: t('No place is called that.'),
  }
  return (
    <LookedUp {...{ words, kind, chosen, problem, onChange }}>
      <SelectField
        label={t('Kind of place')}
        hideLabel
        options={kinds}
        value={kind}
        onChange={(word) => setKind(word as PlaceKind)}
      />
    </LookedUp>
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
