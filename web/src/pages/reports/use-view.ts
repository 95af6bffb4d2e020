import { useNavigate, useSearch } from '@tanstack/react-router'
import { searchOf, viewIn } from './view.ts'
import type { Change, View } from './view.ts'

/** The view that the address says, and a way to change it; other rows begin at their first page. */
export function useView(at: '/reports' | '/reports/top-ads'): [View, Change] {
  const view = viewIn(useSearch({ from: at }))
  const navigate = useNavigate()
  const change: Change = (some) =>
    void navigate({ to: at, search: searchOf({ ...view, page: 1, ...some }), replace: true })
  return [view, change]
}
