import { Agent, request } from 'undici'
import { see, seeError } from './ask-until.ts'

interface Question {
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array | FormData
}

interface Answer {
  status: number
  headers: Headers
  text: string
}

const connections = new Agent()

/** What `fetch` does for a question and its answer, in half of the processor's time: tests ask tens of thousands. Forms are left to it. */
export async function ask(url: string, question: Question): Promise<Answer> {
  const what = `${question.method} ${url}`
  try {
    const answer = await send(url, question)
    see(what, `${answer.status} ${answer.text}`)
    return answer
  } catch (error) {
    seeError(what, error)
    throw error
  }
}

async function send(url: string, { method, headers, body }: Question): Promise<Answer> {
  if (body instanceof FormData) {
    const answer = await fetch(url, { method, headers, body, redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const answer = await request(url, { method, headers, body, dispatcher: connections })
  return { status: answer.statusCode, headers: headersOf(answer.headers), text: await answer.body.text() }
}

function headersOf(all: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(all))
    for (const value of [values].flat()) headers.append(name, value)
  return headers
}
