"""What a host types so that players reach the server: commands and settings, with the port of this server."""

from typing import Final

CLOUDFLARED: Final = "cloudflared tunnel --url http://127.0.0.1:{port}"
TAILSCALE: Final = "tailscale funnel {port}"
NGROK: Final = "ngrok http {port}"
NGINX: Final = """\
server {{
    listen 443 ssl;
    server_name table.example;
    ssl_certificate     /etc/letsencrypt/live/table.example/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/table.example/privkey.pem;
    client_max_body_size 10m;
    location / {{
        proxy_pass http://127.0.0.1:{port};
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection "upgrade";
        proxy_read_timeout 1h;
    }}
}}
"""
CADDY: Final = """\
table.example {{
    reverse_proxy 127.0.0.1:{port}
}}
"""
TRAEFIK: Final = """\
http:
  routers:
    coterie:
      rule: Host(`table.example`)
      entryPoints: [websecure]
      service: coterie
      tls:
        certResolver: letsencrypt
  services:
    coterie:
      loadBalancer:
        servers:
          - url: http://127.0.0.1:{port}
"""
SYSTEMD: Final = """\
[Unit]
Description=Coterie
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=/opt/coterie/bin/coterie serve --no-open --port {port} --public-url https://table.example --log sqlite:////var/lib/coterie/coterie.db
DynamicUser=yes
StateDirectory=coterie
Restart=on-failure

[Install]
WantedBy=multi-user.target
"""


def ways_in(port: int) -> dict[str, str]:
    """Return the text to type, by the name of the program."""
    texts = {
        "lan": "coterie serve --lan --port {port}",
        "cloudflared": CLOUDFLARED,
        "tailscale": TAILSCALE,
        "ngrok": NGROK,
        "nginx": NGINX,
        "caddy": CADDY,
        "traefik": TRAEFIK,
        "systemd": SYSTEMD,
    }
    return {name: text.format(port=port) for name, text in texts.items()}
