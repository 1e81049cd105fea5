import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PaymentProvider, sign } from '../../src/payments/providers/provider.ts';
import { createRazorpay } from '../../src/payments/providers/razorpay.ts';

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
}

/** A provider on this machine that speaks Razorpay's API and misbehaves on command. */
export interface RazorpayDouble {
  readonly provider: PaymentProvider;
  readonly orders: Order[];
  readonly payments: Payment[];
  /** `down`: 500 to everything. `hang`: no answer. `lose`: orders are made, but their answer is lost. */
  mode: 'well' | 'down' | 'hang' | 'lose' | 'nonsense';
  /** A teacher pays an order in the widget. @returns what the widget hands over. */
  readonly pay: (
    orderId: string,
    payment?: Partial<Payment>,
  ) => { id: string; checkout: Record<string, string> };
  /** The webhook of a payment, with its headers. */
  readonly webhook: (
    event: string,
    payment: string,
    eventId?: string,
  ) => { body: string; headers: Record<string, string> };
  readonly close: () => Promise<void>;
}

const keys = {
  keyId: 'key_of_tests',
  keySecret: 'secret of tests',
  webhookSecret: 'webhook secret of tests',
};

export async function startRazorpayDouble(): Promise<RazorpayDouble> {
  const orders: Order[] = [];
  const payments: Payment[] = [];
  const server = createServer(async (request, response) => {
    const text = await readText(request);
    const answer = () => serve(new URL(request.url ?? '/', 'http://double'), text);
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const behaviours: Record<RazorpayDouble['mode'], () => unknown> = {
      well: () => json(200, answer()),
      down: () => json(500, {}),
      hang: () => undefined,
      nonsense: () => response.end('<html>'),
      lose: () => {
        answer();
        return text === '' ? json(200, { items: [] }) : response.destroy();
      },
    };
    behaviours[double.mode]();
  });

  function serve(url: URL, text: string): object {
    if (text !== '') {
      const order = { ...(JSON.parse(text) as Order), id: `order_${orders.length + 1}` };
      orders.push(order);
      return order;
    }
    const ofOrder = /^\/v1\/orders\/([^/]+)\/payments$/.exec(url.pathname)?.[1];
    if (ofOrder !== undefined) return { items: payments.filter(({ order_id }) => order_id === ofOrder) };
    return { items: orders.filter(({ receipt }) => receipt === url.searchParams.get('receipt')) };
  }

  await listening(server);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: RazorpayDouble = {
    provider: createRazorpay({ ...keys, baseUrl, timeout: 300 }),
    orders,
    payments,
    mode: 'well',
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
      const body = JSON.stringify({ event, payload: { payment: { entity } } });
      const signature = sign(keys.webhookSecret, body);
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'x-razorpay-signature': signature,
          'x-razorpay-event-id': eventId,
        },
      };
    },
    close: () => closing(server),
  };
  return double;
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
