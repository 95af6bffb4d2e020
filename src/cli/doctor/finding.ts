export type Mark = 'ok' | 'warning' | 'problem'

/** One thing that doctor looked at. */
export interface DoctorFinding {
  area: 'reachable' | 'ending' | 'proposed'
  name: string
  mark: Mark
  text: string
}

export function reachable(name: string, mark: Mark, text: string): DoctorFinding {
  return { area: 'reachable', name, mark, text }
}

export function ending(name: string, mark: Mark, text: string): DoctorFinding {
  return { area: 'ending', name, mark, text }
}

export function proposed(name: string, mark: Mark, text: string): DoctorFinding {
  return { area: 'proposed', name, mark, text }
}
