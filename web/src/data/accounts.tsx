import { useQuery } from '@tanstack/react-query'
import { SelectField } from '../ui/field.tsx'
import { flightdeck } from './flightdeck.ts'
import { useKept } from './kept.ts'

/** The ad accounts that the signed-in person sees, of all platforms. */
export function useAccounts() {
  return useQuery({
    queryKey: ['accounts'],
    staleTime: 60_000,
    queryFn: () => Array.fromAsync(flightdeck.all.listAdAccounts({})),
  })
}

/** The account that somebody last worked with, on every page that is about one. */
export function useChosenAccount(): [string | null, (id: string) => void] {
  const accounts = useAccounts().data
  const [kept, setKept] = useKept<string | null>('account', null)
  const known = accounts?.some(({ id }) => id === kept) ? kept : null
  return [known ?? accounts?.[0]?.id ?? null, setKept]
}

interface PickerProps {
  value: string | null
  onChange: (id: string) => void
  label?: string
}

export function AccountPicker({ value, onChange, label = 'Ad account' }: PickerProps) {
  const accounts = useAccounts().data ?? []
  const options = accounts.map(({ id, name, platform }) => ({ value: id, label: `${name} · ${platform}` }))
  return <SelectField label={label} hideLabel options={options} value={value ?? ''} onChange={onChange} />
}
