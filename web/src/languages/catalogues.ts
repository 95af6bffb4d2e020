import type { Catalogue, Further } from './catalogue.ts'

/** Fetched when they are first read. A catalogue could not fetch them: what starts the page waits for it, and would be waited for. */
export const furthers: Record<string, () => Promise<{ default: Further }>> = {
  de: () => import('./de/further/index.ts'),
}

/** Another language is one folder, a line here and a line above. */
export const catalogues: Record<string, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./de/index.ts'),
}
