import { createFlightdeck } from '../../../client/src/index.ts'
import { root } from './root.ts'

/** The page is a client of the public interface like any other; the session's cookie goes along by itself. */
export const flightdeck = createFlightdeck({ baseUrl: root, retries: 2, maxWaitSeconds: 8 })
