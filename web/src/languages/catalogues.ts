import type { Catalogue } from './catalogue.ts'

/** Another language is one folder and one line here. */
export const catalogues: Record<string, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./de/index.ts'),
}
