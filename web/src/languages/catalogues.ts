import type { Catalogue, Later } from './catalogue.ts'

/**
 * What only other pages than the first say. A catalogue could not fetch it: what starts the page waits for it, and would be waited for. A
 * language of few texts may have all of them in its catalogue.
 */
export const laters: Record<string, () => Promise<{ default: Later }>> = {
  de: () => import('./de/later.ts'),
}

/** Another language is one folder, a line here and lines above. */
export const catalogues: Record<string, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./de/index.ts'),
}
