import { Agent, get } from 'node:http'

const connections = 32

/** So many calls over kept connections, answers read to their end; tells the seconds. A load generator stops at whole seconds only. */
export async function ask(url: string, key: string, amount: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = amount
  const from = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) await askOnce(url, key, agent)
    }),
  )
  const seconds = (performance.now() - from) / 1000
  agent.destroy()
  return seconds
}

function askOnce(url: string, key: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { authorization: `Bearer ${key}` } }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} answered ${reply.statusCode}`))
      reply.resume().once('end', resolve).once('error', reject)
    })
    request.once('error', reject)
  })
}
