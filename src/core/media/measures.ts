import { displaySize } from '../../files/probe/probe.ts'
import type { Dimensions } from '../../files/probe/probe.ts'
import type { PreparedMedia } from '../../platforms/contract/media.ts'

type Measures = Pick<PreparedMedia, 'width' | 'height' | 'seconds' | 'pages'>

/** What platforms have rules about, of all that was measured. */
export function measuresOf(dimensions: Dimensions): Measures {
  return {
    ...displaySize(dimensions),
    ...('duration' in dimensions ? { seconds: dimensions.duration } : {}),
    ...('pages' in dimensions ? { pages: dimensions.pages } : {}),
  }
}
