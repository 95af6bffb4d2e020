import type { Attack, Note, Tried } from './attack.ts'
import { bodies, largeBodies } from './attacks/bodies.ts'
import { files } from './attacks/files.ts'
import { forms, largeForms } from './attacks/forms.ts'
import { pages } from './attacks/pages.ts'
import { reports } from './attacks/reports.ts'
import { restarts } from './attacks/restarts.ts'
import { signIn } from './attacks/sign-in.ts'
import { streams } from './attacks/streams.ts'
import { takeover } from './attacks/takeover.ts'
import { tenants } from './attacks/tenants.ts'
import { workspaces } from './attacks/workspaces.ts'
import type { Stage } from './stage.ts'

export const attacks: Attack[] = [
  ...[forms, largeForms, bodies, largeBodies, pages, takeover, workspaces, streams, signIn, tenants, files, reports],
  // The last: it ends the process that the others look at.
  restarts,
]

/** One after the other, so that what one costs is not counted for another. */
export async function attackAll(
  stage: Stage,
  chosen: Attack[],
  report: (tried: Tried) => void = () => undefined,
): Promise<Tried[]> {
  const all: Tried[] = []
  for (const attack of chosen) {
    const note: Note = (what, held, seen) => {
      const tried = { attack: attack.name, what, held, seen: describe(seen) }
      all.push(tried)
      report(tried)
    }
    // Whoever finds nobody there any more has hurt the service.
    await attack.run(stage, note).catch((error: unknown) => note('it can be gone on with', false, String(error)))
  }
  return all
}

function describe(seen: unknown): string {
  if (seen === undefined) return ''
  return (typeof seen === 'string' ? seen : JSON.stringify(seen)).slice(0, 300)
}
