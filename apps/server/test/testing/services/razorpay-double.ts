import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentProvider } from '../../../src/payments/providers/provider.ts';
import { createRazorpay } from '../../../src/payments/providers/razorpay.ts';
import { sign } from '../../../src/platform/signatures.ts';

interface Order {
  id: string;
  receipt: string;
  amount: number;
  currency: string;
}

interface Payment {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: string;
  captured?: boolean;
}

interface Refund {
  id: string;
  payment_id: string;
  amount: number;
  receipt: string | null;
  status: string;
}

/** Call that the provider understands and refuses. */
class Refusal extends Error {}

/** Local test double of Razorpay's API that misbehaves on command. */
export interface RazorpayDouble {
  provider: PaymentProvider;
  /** Environment of a server process that calls this double. */
  environment: Readonly<Record<string, string>>;
  orders: Order[];
  payments: Payment[];
  refunds: Refund[];
  /** Outcome of a new refund at its creation. */
  refundsAre: 'processed' | 'pending' | 'refused';
  /**
   * `down`: 500 for everything. `hang`: no response. `lose`: creates orders, but drops the response. `blind`: finds
   * no order by its receipt, so that each call creates one.
   */
  mode: 'well' | 'down' | 'hang' | 'lose' | 'nonsense' | 'blind';
  /** Pays an order as a teacher does in the widget. @returns the result of the widget. */
  pay: (orderId: string, payment?: Partial<Payment>) => { id: string; checkout: Record<string, string> };
  /** Completes a refund. A failed one leaves the payment unchanged. */
  endRefund: (refund: Refund | undefined, status: 'processed' | 'failed') => void;
  /** Creates a refund as in the dashboard of the provider, by default of the whole amount. */
  refundElsewhere: (paymentId: string, amount?: number) => Refund;
  /** Returns the webhook of a refund, which names only the payment. */
  refundWebhook: (
    event: string,
    refund: Refund | undefined,
  ) => { body: string; headers: Record<string, string> };
  /** Returns the webhook of a payment, with its headers. */
  webhook: (
    event: string,
    payment: string,
    eventId?: string,
  ) => { body: string; headers: Record<string, string> };
  close: () => Promise<void>;
}

const keys = {
  keyId: 'key_of_tests',
  keySecret: 'secret of tests',
  // A server process refuses a secret that is easy to guess.
  webhookSecret: randomBytes(32).toString('base64'),
};

export async function startRazorpayDouble(): Promise<RazorpayDouble> {
  const orders: Order[] = [];
  const payments: Payment[] = [];
  const book = refundBook(payments, () => double.refundsAre);
  const server = createServer(async (request, response) => {
    const text = await readText(request);
    const key = request.headers['x-refund-idempotency'];
    const answer = () =>
      serve({ orders, payments, book }, new URL(request.url ?? '/', 'http://double'), text, String(key));
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const behaviours: Record<RazorpayDouble['mode'], () => unknown> = {
      well: () => answerOrRefuse(answer, json),
      down: () => json(500, {}),
      hang: () => undefined,
      nonsense: () => response.end('<html>'),
      blind: () => (text === '' ? json(200, { items: [] }) : answerOrRefuse(answer, json)),
      lose: () => {
        answer();
        return text === '' ? json(200, { items: [] }) : response.destroy();
      },
    };
    behaviours[double.mode]();
  });

  await listening(server);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: RazorpayDouble = {
    provider: createClient(baseUrl, () => double.mode),
    environment: environmentOf(baseUrl),
    orders,
    payments,
    refunds: book.refunds,
    refundsAre: 'processed',
    mode: 'well',
    endRefund: (ending, status) => {
      const refunded = payments.find(({ id }) => id === ending?.payment_id);
      if (ending) ending.status = status;
      if (refunded && status === 'failed') refunded.status = 'captured';
    },
    refundElsewhere: (paymentId, amount) => book.make(paymentId, amount === undefined ? {} : { amount }),
    refundWebhook: (event, entity) =>
      signed(JSON.stringify({ event, payload: { refund: { entity } } }), `event_${entity?.id}_${event}`),
    pay: (orderId, overrides = {}) => {
      const order = orders.find(({ id }) => id === orderId);
      const id = `pay_${payments.length + 1}_${orderId}`;
      payments.push({
        id,
        order_id: orderId,
        amount: order?.amount ?? 0,
        currency: 'INR',
        status: 'captured',
        ...overrides,
      });
      return {
        id,
        checkout: {
          razorpay_order_id: orderId,
          razorpay_payment_id: id,
          razorpay_signature: sign(keys.keySecret, `${orderId}|${id}`),
        },
      };
    },
    webhook: (event, paymentId, eventId = `event_${paymentId}_${event}`) => {
      const entity = payments.find(({ id }) => id === paymentId);
      return signed(JSON.stringify({ event, payload: { payment: { entity } } }), eventId);
    },
    close: () => closing(server),
  };
  return double;
}

/** Returns a client with a short timeout in mode `hang` only, so that a pause of a busy machine fails no other call. */
function createClient(baseUrl: string, mode: () => RazorpayDouble['mode']): PaymentProvider {
  const withLongTimeout = createRazorpay({ ...keys, baseUrl, timeout: 60_000 });
  const withShortTimeout = createRazorpay({ ...keys, baseUrl, timeout: 50 });
  const client = () => (mode() === 'hang' ? withShortTimeout : withLongTimeout);
  return {
    ...withLongTimeout,
    createOrder: (order) => client().createOrder(order),
    findReceipt: (orderId) => client().findReceipt(orderId),
    findPayments: (orderId) => client().findPayments(orderId),
    findPayment: (paymentId) => client().findPayment(paymentId),
    capture: (payment) => client().capture(payment),
    findRefunds: (paymentId) => client().findRefunds(paymentId),
    refund: (refund) => client().refund(refund),
  };
}

function environmentOf(baseUrl: string): Record<string, string> {
  return {
    RAZORPAY_URL: baseUrl,
    RAZORPAY_KEY_ID: keys.keyId,
    RAZORPAY_KEY_SECRET: keys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: keys.webhookSecret,
  };
}

interface Books {
  orders: Order[];
  payments: readonly Payment[];
  book: ReturnType<typeof refundBook>;
}

function serve({ orders, payments, book }: Books, url: URL, text: string, key: string): object {
  const refunded = /^\/v1\/payments\/([^/]+)\/refund$/.exec(url.pathname)?.[1];
  if (refunded !== undefined) return book.refund(refunded, JSON.parse(text) as Partial<Refund>, key);
  const captured = /^\/v1\/payments\/([^/]+)\/capture$/.exec(url.pathname)?.[1];
  if (captured !== undefined) return capture(payments.find(({ id }) => id === captured));
  const ofPayment = /^\/v1\/payments\/([^/]+)\/refunds$/.exec(url.pathname)?.[1];
  if (ofPayment !== undefined)
    return { items: book.refunds.filter(({ payment_id }) => payment_id === ofPayment) };
  const single = /^\/v1\/payments\/([^/]+)$/.exec(url.pathname)?.[1];
  if (single !== undefined)
    return payments.find(({ id }) => id === single) ?? refuse('The id does not exist');
  if (text !== '') {
    const order = { ...(JSON.parse(text) as Order), id: `order_${orders.length + 1}` };
    orders.push(order);
    return order;
  }
  const ofOrder = /^\/v1\/orders\/([^/]+)\/payments$/.exec(url.pathname)?.[1];
  if (ofOrder !== undefined) return { items: payments.filter(({ order_id }) => order_id === ofOrder) };
  const ofId = /^\/v1\/orders\/([^/]+)$/.exec(url.pathname)?.[1];
  if (ofId !== undefined) return orders.find(({ id }) => id === ofId) ?? refuse('The id does not exist');
  return { items: orders.filter(({ receipt }) => receipt === url.searchParams.get('receipt')) };
}

function capture(payment: Payment | undefined): Payment {
  if (payment?.status !== 'authorized') return refuse('This payment has already been captured');
  payment.status = 'captured';
  return payment;
}

function signed(body: string, eventId: string) {
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': sign(keys.webhookSecret, body),
      'x-razorpay-event-id': eventId,
    },
  };
}

/** Returns the provider's refunds, by idempotency key: a repeated call returns the same refund. */
function refundBook(payments: readonly Payment[], refundsAre: () => RazorpayDouble['refundsAre']) {
  const refunds: Refund[] = [];
  const byKey = new Map<string, Refund>();
  const make = (paymentId: string, fields: Partial<Refund>): Refund => {
    const payment = payments.find(({ id }) => id === paymentId);
    if (payment?.status !== 'captured') throw new Refusal('The payment has been fully refunded already');
    const id = `rfnd_${refunds.length + 1}`;
    const amount = fields.amount ?? payment.amount;
    const made = { id, payment_id: paymentId, receipt: null, status: 'processed', ...fields, amount };
    refunds.push(made);
    if (amount === payment.amount) payment.status = 'refunded';
    return made;
  };
  const refund = (paymentId: string, { amount, receipt = null }: Partial<Refund>, key: string): Refund => {
    const existing = byKey.get(key);
    if (existing !== undefined) return existing;
    const status = refundsAre();
    if (status === 'refused') throw new Refusal('Your account does not have enough balance');
    const made = make(paymentId, { ...(amount === undefined ? {} : { amount }), receipt, status });
    byKey.set(key, made);
    return made;
  };
  return { refunds, make, refund };
}

function refuse(description: string): never {
  throw new Refusal(description);
}

function answerOrRefuse(answer: () => object, json: (status: number, body: object) => unknown): unknown {
  try {
    return json(200, answer());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return json(400, { error: { code: 'BAD_REQUEST_ERROR', description: error.message } });
  }
}

async function closing(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

function listening(server: Server): Promise<void> {
  return new Promise((ready) => server.listen(0, '127.0.0.1', ready));
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
