import { expect, it } from 'vitest';
import { connect } from '../../jsonrpc/connection.js';
import { RpcError } from '../../jsonrpc/rpc-error.js';
import { type Border, openBorder } from '../../wire/carried.js';
import { pathCodec } from '../fixtures/path-codec.js';
import { linkToCodec } from './codec-client.js';
import { serveCodec } from './serve-codec.js';

/** A client of a server of the binding that answers `double`; what crosses the client's border is noted. */
async function served(border: Border = openBorder) {
  const serving = await serveCodec({ codec: pathCodec });
  connect(serving.link, {
    requests: {
      double: (params) => ({ twice: Number((params as { number: number }).number) * 2 }),
      fail: () => {
        throw new RpcError(-32001, 'not today');
      },
    },
  });
  const link = linkToCodec({ codec: pathCodec, url: serving.url, border });
  return { serving, client: connect(link, {}), link };
}

it('brings each request to the server, and its reply back', async () => {
  const crossed: string[] = [];
  const { client, serving, link } = await served({
    sends: (carried, emit) => {
      crossed.push(`> ${JSON.stringify(carried.message)}`);
      emit(carried);
    },
    hears: (carried, deliver) => {
      crossed.push(`< ${JSON.stringify(carried.message)} ${carried.http?.status}`);
      deliver(carried);
    },
  });
  await expect(client.request('double', { number: 4 })).resolves.toEqual({ twice: 8 });
  await expect(client.request('fail')).rejects.toThrow('not today');
  expect(crossed).toEqual([
    '> {"jsonrpc":"2.0","id":1,"method":"double","params":{"number":4}}',
    '< {"jsonrpc":"2.0","id":1,"result":{"twice":8}} 200',
    '> {"jsonrpc":"2.0","id":2,"method":"fail"}',
    '< {"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"not today"}} 400',
  ]);
  link.close();
  await link.closed;
  await serving.close();
});

it('gives an error where the response is not a reply, and where nobody is there', async () => {
  const { serving } = await served();
  // No method has this path, so the server has no reply that the codec could read.
  const odd = { ...pathCodec, write: () => ({ method: 'PUT', path: '/' }) };
  const lost = linkToCodec({ codec: odd, url: serving.url });
  await expect(connect(lost, {}).request('double')).rejects.toThrow('HTTP 404 is not a reply');
  lost.close();
  await serving.close();
  const nobody = linkToCodec({ codec: pathCodec, url: serving.url });
  await expect(connect(nobody, {}).request('double')).rejects.toThrow('connection refused');
  nobody.close();
});
