import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { required } from '../../src/lookup.ts'

/** What V8 writes when a process was started with --cpu-prof. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  /** In microseconds of the machine's own clock, as process.hrtime tells it. */
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

/** Settings under which a process writes down what it does, and where. */
export function profiled(folder: string): Record<string, string> {
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir="${folder}"` }
}

interface Watched {
  pid: number
  fromUs: number
  toUs: number
}

/** Who works where: the parts of the code by where they lie. Neutral ones work for whoever calls them. */
export interface Parts {
  ours: RegExp
  neutral: RegExp
}

const ownCode = /\/src\//

/** The share of all that a process did in a time which some parts of its code did, with what they called; in percent. */
export async function shareOf({ pid, fromUs, toUs }: Watched, folder: string, parts: Parts): Promise<number> {
  const name = (await readdir(folder)).find((each) => each.includes(`.${pid}.0.`))
  const profile = JSON.parse(await readFile(join(folder, required(name, 'profile')), 'utf8')) as Profile
  const byOurs = nodesOf(profile, parts)
  const idle = new Set(profile.nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id))
  let [at, all, ours] = [profile.startTime, 0, 0]
  for (const [index, id] of profile.samples.entries()) {
    const took = required(profile.timeDeltas[index], 'time of a sample')
    at += took
    if (at < fromUs || at > toUs || idle.has(id)) continue
    all += took
    if (byOurs.has(id)) ours += took
  }
  return (ours / all) * 100
}

/** Whatever was called from ours, unless code of the service stands between. */
function nodesOf({ nodes }: Profile, { ours, neutral }: Parts): Set<number> {
  const found = new Set<number>()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const walk = (id: number, isAbove: boolean): void => {
    const { callFrame, children = [] } = required(byId.get(id), 'node')
    const { url } = callFrame
    const is = ours.test(url) || (isAbove && (!ownCode.test(url) || neutral.test(url)))
    if (is) found.add(id)
    for (const child of children) walk(child, is)
  }
  for (const { callFrame, id } of nodes) if (callFrame.functionName === '(root)') walk(id, false)
  return found
}
